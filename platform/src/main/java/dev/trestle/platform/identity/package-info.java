/**
 * Identifies callers: secrets in files, tokens (JWT) with rotating keys, API keys, and the
 * operator's login.
 *
 * <p>May use {@code platform.web} and {@code platform.limit}. Start with {@link
 * dev.trestle.platform.identity.Bearer}, then {@link dev.trestle.platform.identity.TokenVerifier}.
 */
@NullMarked
package dev.trestle.platform.identity;

import org.jspecify.annotations.NullMarked;
