package dev.trestle.messenger.chat;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Those members of a large group that do not fit into the transaction that opens it. They are
 * written before: a chat that is not there is in nobody's list, so the group appears at once with
 * everybody in it, or not at all. What a crash leaves is tidied up by {@link Orphans}.
 */
final class Gathering {
  private static final int TRIES_MAX = 8;

  private final Store store;
  private final InstantSource clock;

  Gathering(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  void gather(ChatId chat, List<UserId> users) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var gathered = new ArrayList<Membership>();
    try {
      for (int from = 0; from < users.size(); from += Memberships.GATHER_BATCH) {
        int to = Math.min(from + Memberships.GATHER_BATCH, users.size());
        var members =
            users.subList(from, to).stream()
                .map(user -> new Membership(chat, user, Role.member, now, Optional.empty(), 1, 0))
                .toList();
        gather(members);
        gathered.addAll(members);
      }
    } catch (Refused refused) {
      for (var member : gathered) {
        store.run(Memberships.M8, new Memberships.Member(chat, member.userId()));
      }
      throw refused;
    }
  }

  private void gather(List<Membership> members) {
    var here = members.stream().map(member -> new Users.ById(member.userId())).toList();
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      switch (store.run(Memberships.GATHER, new Memberships.Gathering(members, here))) {
        case TransactionOutcome.Done _ -> {
          return;
        }
        case TransactionOutcome.Refused refused -> {
          if (Members.isGone(refused, Memberships.Gathering::here)) throw nobody();
        }
      }
    }
    throw disturbed();
  }

  static Refused nobody() {
    return Refused.invalid("member_ids", "There is no such user.");
  }

  static Refused disturbed() {
    return Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The group could not be made. Try again.");
  }
}
