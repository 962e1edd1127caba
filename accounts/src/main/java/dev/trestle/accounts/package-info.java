/**
 * Who people are, for every system that needs to know: phone login, sessions, tokens and profiles.
 *
 * <p>{@code model} declares what is stored; {@code login}, {@code session} and {@code profile} act
 * on it; {@code web} is the API and {@code client} a client of it. May use platform and store,
 * never a system or the engine. Start with {@link dev.trestle.accounts.Accounts}.
 */
@NullMarked
package dev.trestle.accounts;

import org.jspecify.annotations.NullMarked;
