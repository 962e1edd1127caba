package dev.trestle.accounts.session;

import dev.trestle.accounts.model.Sessions.Session;
import dev.trestle.accounts.model.Users.User;

/**
 * A session that was just opened or refreshed.
 *
 * @param refreshToken works once
 */
public record Login(User user, Session session, String refreshToken, boolean isNewUser) {
  @Override
  public String toString() {
    return "a login of " + user.userId().value();
  }
}
