package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;

/**
 * Memberships of groups that never came to be: their maker died while it gathered them. Nobody sees
 * them; whoever comes across one when a list is made removes it.
 */
final class Orphans {
  /** A group that is still being made after so long is not being made any more. */
  static final Duration PATIENCE = Duration.ofHours(1);

  private final Store store;
  private final InstantSource clock;

  Orphans(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Of these, whose chats did not show, removes those that have been waiting for too long. */
  void tidy(Collection<Membership> lone) {
    var before = clock.instant().minus(PATIENCE);
    for (var member : lone) {
      if (member.joinedAt().isAfter(before)) continue;
      if (store.run(Chats.FRESH, new Chats.ById(member.chatId())).isPresent()) continue;
      store.run(Memberships.M8, new Memberships.Member(member.chatId(), member.userId()));
    }
  }
}
