/**
 * Messenger's API: one class for each resource below {@code /api/v1}, and the socket at {@code
 * /v1/ws}.
 */
@NullMarked
package dev.trestle.messenger.web;

import org.jspecify.annotations.NullMarked;
