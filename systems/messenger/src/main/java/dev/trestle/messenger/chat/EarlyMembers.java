package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.AddingMembers;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the members of a large group that do not fit into the transaction that opens it. They are
 * written before it: a chat that does not exist is in nobody's list, so the group appears at once
 * with everyone in it, or not at all. What a crash leaves behind is removed by {@link
 * OrphanedMemberships}.
 */
final class EarlyMembers {
  private static final int ATTEMPTS_MAX = 8;

  private final Store store;
  private final InstantSource clock;

  EarlyMembers(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  void add(ChatId chat, List<UserId> users) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var added = new ArrayList<Membership>();
    try {
      for (int from = 0; from < users.size(); from += Memberships.ADD_BATCH) {
        int to = Math.min(from + Memberships.ADD_BATCH, users.size());
        var members =
            users.subList(from, to).stream()
                .map(user -> Membership.joined(chat, user, Role.member, now, 1, 0))
                .toList();
        add(members);
        added.addAll(members);
      }
    } catch (Refusal refusal) {
      for (var member : added) {
        store.run(Memberships.REMOVE, new Memberships.Member(chat, member.userId()));
      }
      throw refusal;
    }
  }

  private void add(List<Membership> members) {
    var users = OpenUsers.steps(members.stream().map(Membership::userId).toList());
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      switch (store.run(Memberships.ADD_BEFORE_OPENING, new AddingMembers(members, users))) {
        case TransactionOutcome.Done _ -> {
          return;
        }
        case TransactionOutcome.Refused refused ->
            OpenUsers.requireOpen(refused, AddingMembers::users, "member_ids");
      }
    }
    throw notCreated();
  }

  static Refusal notCreated() {
    return new Refusal.Unavailable("The group could not be created. Try again.");
  }
}
