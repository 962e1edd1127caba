/**
 * Sessions of devices: opened by a login, kept alive by refresh tokens, revoked at once.
 *
 * <p>Start with {@link dev.trestle.accounts.session.DeviceSessions}. May use {@code model}.
 */
@NullMarked
package dev.trestle.accounts.session;

import org.jspecify.annotations.NullMarked;
