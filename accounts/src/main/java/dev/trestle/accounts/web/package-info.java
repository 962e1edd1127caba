/**
 * The API of accounts, one class for each resource: {@code /api/v1/auth}, {@code /api/v1/users} and
 * {@code /api/v1/sessions}.
 */
@NullMarked
package dev.trestle.accounts.web;

import org.jspecify.annotations.NullMarked;
