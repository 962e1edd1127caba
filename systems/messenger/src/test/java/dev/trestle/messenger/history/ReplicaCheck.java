package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.EQUAL_REPLICAS;

import dev.trestle.messenger.history.Event.Replica;
import java.util.stream.Collectors;

/** Checks what the devices have in the end. */
final class ReplicaCheck {
  private final ChatRecord chat;
  private final MembershipPeriods stays;
  private final Report report;

  ReplicaCheck(ChatRecord chat, MembershipPeriods stays, Report report) {
    this.chat = chat;
    this.stays = stays;
    this.report = report;
  }

  void run() {
    chat.replicas.forEach(this::equal);
  }

  private void equal(Replica replica) {
    for (var entry : replica.entries()) {
      boolean isStored =
          chat.stored(entry.sequence()).filter(stored -> isSame(stored, entry)).isPresent();
      if (!isStored) {
        differs(replica, "it has " + entry + ", which the log has not");
        return;
      }
    }
    // A former member has what there was up to some moment.
    var stay = stays.current(replica.user());
    if (stay.isEmpty()) return;
    var sequences = replica.entries().stream().map(SeenEntry::sequence).collect(Collectors.toSet());
    chat.log().stream()
        .filter(entry -> entry.sequence() >= stay.get().from())
        .filter(entry -> !sequences.contains(entry.sequence()))
        .findFirst()
        .ifPresent(missing -> differs(replica, missing + " is missing"));
  }

  /** An edited or deleted text may still have its old content. */
  private boolean isSame(SeenEntry stored, SeenEntry entry) {
    return chat.isRewritten(stored) ? stored.silent().equals(entry.silent()) : stored.equals(entry);
  }

  private void differs(Replica replica, String how) {
    report.add(EQUAL_REPLICAS, replica.device() + " differs from the log: " + how);
  }
}
