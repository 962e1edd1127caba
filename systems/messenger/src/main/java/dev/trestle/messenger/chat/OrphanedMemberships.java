package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;

/**
 * Memberships of groups that were never opened, because the server stopped while it added their
 * members. Nobody sees them. They are removed when a list of chats comes across them.
 */
final class OrphanedMemberships {
  /** A group that is not open after this time never will be. */
  static final Duration OPENING_MAX = Duration.ofHours(1);

  private final Store store;
  private final InstantSource clock;

  OrphanedMemberships(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Removes those of these memberships, whose chats were not found, that are old enough. */
  void removeOld(Collection<Membership> withoutChat) {
    var before = clock.instant().minus(OPENING_MAX);
    for (var member : withoutChat) {
      if (member.joinedAt().isAfter(before)) continue;
      var chat = new Chats.ById(member.chatId());
      if (store.run(Chats.BY_ID_CONSISTENT, chat).isPresent()) continue;
      store.run(Memberships.REMOVE, new Memberships.Member(member.chatId(), member.userId()));
    }
  }
}
