package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.store.Store;
import java.util.Optional;

/** Who may see a chat: its members, read consistently each time. */
public final class ChatAccess {
  private final Store store;

  public ChatAccess(Store store) {
    this.store = store;
  }

  public Optional<Membership> find(ChatId chat, UserId user) {
    return store.run(Memberships.FIND, new Memberships.Member(chat, user));
  }

  /** The membership of a user who may write, which nobody may who blocks or is blocked. */
  Membership writer(ChatId chat, UserId user) {
    var member = member(chat, user);
    barred(member)
        .ifPresent(refusal -> {
          throw refusal;
        });
    return member;
  }

  /** Why a member of a direct chat must not write in it. */
  static Optional<Refusal> barred(Membership member) {
    if (member.blockingSince().isPresent()) return Optional.of(new Refusal.Blocked(true));
    return member.blockedSince().map(_ -> new Refusal.Blocked(false));
  }

  /**
   * The user's membership.
   *
   * @throws Refusal.NotAMember whether or not the chat exists
   */
  public Membership member(ChatId chat, UserId user) {
    return find(chat, user).orElseThrow(Refusal.NotAMember::new);
  }
}
