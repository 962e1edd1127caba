package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.EQUAL_REPLICAS;

import dev.trestle.messenger.history.Event.Replica;
import java.util.List;

/** What the devices have in the end. */
final class ReplicaCheck {
  private final Chat chat;
  private final Report report;

  ReplicaCheck(Chat chat, Report report) {
    this.chat = chat;
    this.report = report;
  }

  void run() {
    chat.replicas.forEach(this::equal);
  }

  private void equal(Replica replica) {
    var expected = expected(replica);
    var actual = replica.entries();
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      if (!expected.get(i).equals(actual.get(i))) {
        differs(replica, actual.get(i) + " stands where the log has " + expected.get(i));
        return;
      }
    }
    if (actual.size() > expected.size()) {
      differs(replica, "it has " + actual.get(expected.size()) + ", which the log has not");
    } else if (actual.size() < expected.size() && !hasLeft(replica.user())) {
      differs(replica, expected.get(actual.size()) + " is missing");
    }
  }

  private void differs(Replica replica, String how) {
    report.add(EQUAL_REPLICAS, replica.device() + " differs from the log: " + how);
  }

  /** Who joined later may have been shown the log from there. */
  private List<Entry> expected(Replica replica) {
    if (replica.entries().isEmpty() || chat.firstMembers.contains(replica.user())) {
      return chat.log();
    }
    long from = replica.entries().getFirst().sequence();
    return chat.log().stream().filter(entry -> entry.sequence() >= from).toList();
  }

  /** A former member has what there was up to some moment. */
  private boolean hasLeft(String user) {
    boolean isMember = chat.firstMembers.contains(user);
    for (var entry : chat.log()) {
      if (!entry.isChange() || entry.member().filter(user::equals).isEmpty()) continue;
      isMember = entry.kind().equals(Entry.JOINED);
    }
    return !isMember;
  }
}
