package dev.trestle.accounts;

import java.time.Instant;

/**
 * What everyone may know about a user.
 *
 * @param isClosed whether the account was deleted; its id stays, so that messages keep a sender
 */
public record Profile(UserId userId, String displayName, Instant createdAt, boolean isClosed) {}
