package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.Handled;
import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.message.Job;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.OfChunk;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.function.Consumer;

/** Takes jobs from the queue: spreads messages into chunks, delivers and redacts them. */
public final class DeliveryWorker {
  /**
   * How a delivery is worked on.
   *
   * @param chunks at the same time in this process
   * @param recipients at the same time in this process; few on an engine in the same process, since
   *     readers wait behind them, more where the table is behind a network
   */
  public record Options(int chunks, int recipients, Duration visibility, Backoff backoff) {
    public static final Options STANDARD =
        new Options(
            4,
            16,
            Duration.ofSeconds(30),
            new Backoff(8, Duration.ofSeconds(1), Duration.ofMinutes(5)));
  }

  private final Store store;
  private final Mailroom room;
  private final WorkQueue queue;
  private final Options options;
  private final Chunks chunks;

  public DeliveryWorker(
      Store store,
      Mailroom room,
      WorkQueue queue,
      Consumer<Happening> happenings,
      Options options) {
    this.store = store;
    this.room = room;
    this.queue = queue;
    this.options = options;
    this.chunks = new Chunks(store, room, happenings, new Crew(options.recipients()));
  }

  /** To how many recipients messages came in this process. */
  public long delivered() {
    return chunks.delivered();
  }

  /** How many dead letters were written in this process. */
  public long buried() {
    return chunks.buried();
  }

  /** Begins to work, until the worker is closed. */
  public Worker start() {
    var work = new WorkOptions(options.chunks(), options.visibility(), options.backoff());
    return queue.work(Job.QUEUE, work, this::handle);
  }

  private Handled handle(Claim claim) {
    var job = Job.parse(claim.payload());
    if (job.isEmpty()) return Handled.hopeless("not a job of this queue");
    work(job.get(), claim.attempt() >= options.backoff().attempts());
    return Handled.done();
  }

  /** Does a job; doing it again changes nothing. */
  void work(Job job, boolean isLast) {
    switch (job) {
      case Job.Spread(var of) -> spread(of);
      case Job.Deliver(var of, long chunk) -> chunks.deliver(new OfChunk(of, chunk), isLast);
      case Job.Retract(var of) -> retract(of);
      case Job.Redact(var of, long chunk) -> chunks.redact(new OfChunk(of, chunk), isLast);
      case Job.Revive(var of, long chunk) -> chunks.revive(new OfChunk(of, chunk));
    }
  }

  private void spread(OfMessage of) {
    var sent = store.run(Sends.PROGRESS, of);
    if (sent.isEmpty()) return;
    for (long chunk = 0; chunk < sent.get().chunks(); chunk++) enqueue(new Job.Deliver(of, chunk));
  }

  /** By chunks, as S3 has it: the audience is read, not reckoned. */
  private void retract(OfMessage of) {
    try (var audience = store.stream(Sends.AUDIENCE, of, CHUNKS_MAX)) {
      audience.forEach(chunk -> enqueue(new Job.Redact(of, chunk.chunk())));
    }
  }

  private static final int CHUNKS_MAX = 10_000;

  void enqueue(Job job) {
    queue.enqueue(new Work(Job.QUEUE, job.id(), job.text(), room.now()));
  }
}
