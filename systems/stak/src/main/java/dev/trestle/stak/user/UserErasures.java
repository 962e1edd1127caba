package dev.trestle.stak.user;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.system.Ids;
import dev.trestle.stak.model.Erasures;
import dev.trestle.stak.model.Erasures.Erasure;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Erases users in the background. The receipt is stored first, and the job repeats until everything
 * of the user is gone, whatever is killed.
 */
public final class UserErasures {
  public static final String QUEUE = "stak-erasures";

  private final Store store;
  private final WorkQueue queue;
  private final Ids ids;
  private final InstantSource clock;

  public UserErasures(Store store, WorkQueue queue, Ids ids, InstantSource clock) {
    this.store = store;
    this.queue = queue;
    this.ids = ids;
    this.clock = clock;
  }

  /** Requests an erasure and returns its receipt. */
  public Erasure request(UserInboxKey user, String by) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var receipt =
        new Erasure(
            user.tenant(),
            user.inbox(),
            new MessageId(ids.next()),
            hash(user.user()),
            by,
            now,
            Optional.empty(),
            0,
            0,
            0,
            now.plus(Erasures.RECEIPT_KEPT));
    store.run(Erasures.ADD, receipt);
    var payload = receipt.id() + " " + user.tenant() + " " + user.inbox() + " " + user.user();
    queue.enqueue(new NewJob(QUEUE, receipt.id().value(), payload, clock.instant()));
    return receipt;
  }

  /** What a receipt has instead of the user's id. */
  public static String hash(UserId user) {
    return Sha256.hex(user.value().getBytes(StandardCharsets.UTF_8));
  }

  public Optional<Erasure> receipt(MessageKey key) {
    return store.run(Erasures.READ, key);
  }

  /** Starts to erase, until the worker is closed. */
  public Worker start() {
    return queue.work(QUEUE, WorkOptions.STANDARD.concurrency(1), this::handle);
  }

  private JobOutcome handle(Claim claim) {
    // No id contains a space.
    var words = claim.payload().split(" ", -1);
    if (words.length != 4) return JobOutcome.failed("not an erasure");
    var user = UserInboxKey.of(words[1], words[3], words[2]);
    var receipt = user.shared().message(new MessageId(words[0]));
    new UserEraser(store, user).erase(receipt, clock.instant().truncatedTo(ChronoUnit.SECONDS));
    return JobOutcome.done();
  }
}
