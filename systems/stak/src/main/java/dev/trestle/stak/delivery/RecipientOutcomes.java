package dev.trestle.stak.delivery;

import dev.trestle.stak.inbox.Recipient.Outcome;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.DeliveryProgress.Totals;
import dev.trestle.stak.model.SentMessages.Missed;
import dev.trestle.stak.model.SentMessages.MissedReason;
import dev.trestle.stak.model.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the deliveries to the recipients of a chunk ended. For one thread. */
final class RecipientOutcomes {
  private final List<UserId> delivered = new ArrayList<>();
  private final List<Missed> missed = new ArrayList<>();
  private final List<UserId> failed = new ArrayList<>();
  private long newUsers;
  private String lastFailure = "";

  /** Nobody gets a message that was redacted before its delivery. */
  static RecipientOutcomes allRedacted(List<UserId> uids) {
    var outcomes = new RecipientOutcomes();
    uids.forEach(uid -> outcomes.missed.add(new Missed(uid, MissedReason.redacted)));
    return outcomes;
  }

  static RecipientOutcomes allFailed(List<UserId> uids, String failure) {
    var outcomes = new RecipientOutcomes();
    uids.forEach(uid -> outcomes.addFailed(uid, failure));
    return outcomes;
  }

  private void addFailed(UserId uid, String failure) {
    failed.add(uid);
    missed.add(new Missed(uid, MissedReason.failed, Optional.of(failure)));
    lastFailure = failure;
  }

  void add(UserId uid, ParallelTasks.Result<Outcome> result) {
    switch (result) {
      case ParallelTasks.Failed<Outcome>(var reason) -> addFailed(uid, reason);
      case ParallelTasks.Done<Outcome>(var outcome) -> {
        switch (outcome) {
          case DELIVERED, REPEATED -> delivered.add(uid);
          case DELIVERED_TO_NEW -> {
            delivered.add(uid);
            newUsers++;
          }
          case MUTED -> missed.add(new Missed(uid, MissedReason.muted));
          case REDACTED -> missed.add(new Missed(uid, MissedReason.redacted));
          case EXPIRED -> missed.add(new Missed(uid, MissedReason.expired));
        }
      }
    }
  }

  List<UserId> delivered() {
    return delivered;
  }

  List<Missed> missed() {
    return missed;
  }

  List<UserId> failed() {
    return failed;
  }

  boolean hasFailures() {
    return !failed.isEmpty();
  }

  /** What they add to the message's totals. */
  Totals totals(ChunkKey key) {
    return new Totals(
        key.tenant(),
        key.inbox(),
        key.id(),
        delivered.size(),
        newUsers,
        missed(MissedReason.muted),
        missed(MissedReason.expired),
        missed(MissedReason.redacted),
        failed.size(),
        0);
  }

  private long missed(MissedReason reason) {
    return missed.stream().filter(each -> each.reason() == reason).count();
  }

  String lastFailure() {
    return lastFailure;
  }
}
