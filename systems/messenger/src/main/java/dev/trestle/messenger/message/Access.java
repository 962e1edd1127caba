package dev.trestle.messenger.message;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import java.util.Optional;

/** Who may look into a chat: its members, read consistently each time. */
public final class Access {
  private final Store store;

  public Access(Store store) {
    this.store = store;
  }

  public Optional<Membership> find(ChatId chat, UserId user) {
    return store.run(Memberships.M6, new Memberships.Member(chat, user));
  }

  /**
   * The membership.
   *
   * @throws Refused NOT_A_MEMBER, whether there is such a chat or not
   */
  public Membership member(ChatId chat, UserId user) {
    return find(chat, user).orElseThrow(Refused::notAMember);
  }
}
