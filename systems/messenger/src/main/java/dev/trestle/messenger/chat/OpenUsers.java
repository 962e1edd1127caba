package dev.trestle.messenger.chat;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.model.Ref;
import dev.trestle.store.TransactionOutcome;
import java.util.Collection;
import java.util.List;

/**
 * Only users whose account is open become members. A quick check tells the client early; the
 * transaction that writes the memberships decides.
 */
final class OpenUsers {
  private final Profiles profiles;

  OpenUsers(Profiles profiles) {
    this.profiles = profiles;
  }

  /**
   * Checks that these users exist.
   *
   * @param field the request's field that names them, for the error
   */
  void require(Collection<UserId> users, String field) {
    var found = profiles.find(users);
    for (var user : users) {
      Profile profile = found.get(user);
      if (profile == null || profile.isClosed()) throw noSuchUser(field);
    }
  }

  /** The condition of each user, as steps of a transaction. */
  static List<Users.ById> steps(Collection<UserId> users) {
    return users.stream().map(Users.ById::new).toList();
  }

  /** Throws if a transaction was refused because one of the accounts is not open. */
  static <P> void requireOpen(
      TransactionOutcome.Refused refused, Ref<P, List<Users.ById>> users, String field) {
    boolean isClosed =
        refused.of(users).stream()
            .anyMatch(reason -> reason.kind() == TransactionOutcome.Kind.CONDITION_FAILED);
    if (isClosed) throw noSuchUser(field);
  }

  static Refusal noSuchUser(String field) {
    return new Refusal.InvalidField(field, "There is no such user.");
  }
}
