/**
 * Profiles of users, and what happens to all of an account's data: export and closing.
 *
 * <p>May use {@code model} and {@code session}.
 */
@NullMarked
package dev.trestle.accounts.profile;

import org.jspecify.annotations.NullMarked;
