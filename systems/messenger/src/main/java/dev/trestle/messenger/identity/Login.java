package dev.trestle.messenger.identity;

import dev.trestle.messenger.model.Sessions.Session;
import dev.trestle.messenger.model.Users.User;

/**
 * Somebody who has just logged in.
 *
 * @param refreshToken good once
 */
public record Login(User user, Session session, String refreshToken, boolean isNewUser) {
  @Override
  public String toString() {
    return "a login of " + user.userId().value();
  }
}
