package dev.trestle.platform.queue;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;

/**
 * The table {@code platform_queue}. Jobs of a shard lie in the order of their due times, so that a
 * worker reads from the front; a lease is an attribute, so that claiming moves nothing. A job costs
 * three write units: put, claim, delete.
 *
 * <p>{@link #ENQUEUE} and {@link #DONE} are also meant as steps of transactions elsewhere: what a
 * system writes and the job that follows from it, or what a job effects and its end, then happen
 * together or not at all. Such a system names {@link #JOB} among its entities.
 */
public final class QueueModel {
  static final int SHARDS_MAX = 100;

  private static final Part<String> QUEUE = Part.text("queue", Alphabet.of("a-z0-9-"), 64);
  private static final Part<Long> SHARD = Part.number("shard", 0, SHARDS_MAX - 1);
  private static final Part<Instant> DUE = Part.millis("due");
  private static final Part<Instant> DIED = Part.millis("died");
  private static final Part<String> ID = Part.text("id", Alphabet.of("!-~"), 128);

  public record OfJob(String queue, long shard, Instant due, String id) {}

  public record OfDead(String queue, Instant died, String id) {}

  public record OfQueue(String queue) {}

  public record OfShard(String queue, long shard) {}

  /** Jobs of a shard from one due time to another. */
  public record Window(String queue, long shard, Instant from, Instant to) {}

  public record Claiming(
      String queue,
      long shard,
      Instant due,
      String id,
      long seen,
      long attempts,
      long now,
      long until,
      Optional<String> token) {}

  public record Renewing(
      String queue, long shard, Instant due, String id, String token, long until) {}

  /** The end of a job, if the claim still holds. */
  public record Done(String queue, long shard, Instant due, String id, String token) {}

  public record Failing(
      String queue,
      long shard,
      Instant due,
      String id,
      String token,
      long until,
      Optional<String> failure) {}

  public record Postponing(Done done, Job job) {}

  public record Burying(Done done, DeadJob dead) {}

  public record Replaying(OfDead dead, Job job) {}

  public static final Table TABLE =
      Table.named("platform_queue")
          .partition(string("pk"))
          .sort(string("sk"))
          .recoverable()
          .backups(BackupPlan.daily(7))
          .protectedFromDeletion()
          .build();

  public static final Entity<Job> JOB =
      TABLE
          .entity(Job.class, lookup())
          .partition(KeyTemplate.of("q#<queue>#<shard>", QUEUE, SHARD))
          .sort(KeyTemplate.of("d#<due>#<id>", DUE, ID))
          .maxBytes(Work.PAYLOAD_BYTES_MAX + 1024)
          .population(Population.of(10_000, 2_500))
          .example(
              new Job(
                  "stak-chunks",
                  3,
                  Instant.parse("2026-11-16T12:00:00Z"),
                  "01JCQZ8M5R3V7W9X1Y2Z3A4B5C.0017",
                  "{\"tenant\":\"acme\",\"message\":\"01JCQZ8M5R3V7W9X1Y2Z3A4B5C\",\"chunk\":17}",
                  1_763_294_400_000L,
                  Optional.of("5f0c2e7d9b1a4836"),
                  1,
                  1_763_294_400_000L,
                  Optional.empty()));

  static final Entity<DeadJob> DEAD =
      TABLE
          .entity(DeadJob.class, lookup())
          .partition(KeyTemplate.of("q#<queue>#dead", QUEUE))
          .sort(KeyTemplate.of("d#<died>#<id>", DIED, ID))
          .maxBytes(Work.PAYLOAD_BYTES_MAX + 1024)
          .population(Population.of(100, 100))
          .example(
              new DeadJob(
                  "stak-chunks",
                  Instant.parse("2026-11-16T13:00:00Z"),
                  "01JCQZ8M5R3V7W9X1Y2Z3A4B5C.0017",
                  "{\"tenant\":\"acme\",\"message\":\"01JCQZ8M5R3V7W9X1Y2Z3A4B5C\",\"chunk\":17}",
                  8,
                  Instant.parse("2026-11-16T12:00:00Z"),
                  1_763_294_400_000L,
                  "IllegalStateException: the tenant is gone"));

  /** Not a second time: nothing changes where the same work is there already. */
  public static final Put<Job, Job> ENQUEUE =
      JOB.put("queue.enqueue", "work to be done").ifAbsent().load(perSecond(100)).build();

  static final Query<Window, Job> FIND =
      JOB.query("queue.find", "what is due in a shard", Window.class)
          .between(Window::from, Window::to)
          .consistent()
          .page(50)
          .typically(10)
          .load(perSecond(40).hottestKey(0.1))
          .build();

  static final Query<OfShard, Job> COUNT =
      JOB.query("queue.count", "what waits in a shard", OfShard.class)
          .page(500)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  /**
   * The count of attempts that was seen is the fence: of two claims, also of one whose answer was
   * lost and its repetition, one finds it changed.
   */
  static final Update<Claiming, Job> CLAIM =
      JOB.update("queue.claim", "a worker takes a job", Claiming.class)
          .set(Job::attempts)
          .to(param(Claiming::attempts))
          .set(Job::visibleAt)
          .to(param(Claiming::until))
          .set(Job::token)
          .to(param(Claiming::token))
          .when(
              field(Job::attempts)
                  .is(param(Claiming::seen))
                  .and(field(Job::visibleAt).atMost(param(Claiming::now))))
          .load(perSecond(100))
          .build();

  static final Update<Renewing, Job> RENEW =
      JOB.update("queue.renew", "a worker is still at it", Renewing.class)
          .set(Job::visibleAt)
          .to(param(Renewing::until))
          .when(optional(Job::token).is(param(Renewing::token)))
          .load(perSecond(1))
          .build();

  /** Of a claim that was lost nothing is deleted. */
  public static final Delete<Done, Job> DONE =
      JOB.delete("queue.done", "it is done", Done.class)
          .when(optional(Job::token).is(param(Done::token)))
          .load(perSecond(100))
          .build();

  static final Update<Failing, Job> RETRY =
      JOB.update("queue.retry", "again, soon", Failing.class)
          .set(Job::visibleAt)
          .to(param(Failing::until))
          .set(Job::failure)
          .to(param(Failing::failure))
          .remove(Job::token)
          .when(optional(Job::token).is(param(Failing::token)))
          .load(perSecond(1))
          .build();

  private static final Delete<Done, Job> TAKE_OUT =
      JOB.delete("queue.take-out", "from its place", Done.class)
          .when(optional(Job::token).is(param(Done::token)))
          .build();

  private static final Put<Job, Job> PUT_IN =
      JOB.put("queue.put-in", "to another place").ifAbsent().build();

  static final Transaction<Postponing> POSTPONE =
      Transaction.of("queue.postpone", "again, later", Postponing.class, lookup())
          .step(TAKE_OUT, Postponing::done)
          .step(PUT_IN, Postponing::job)
          .load(perSecond(0.5))
          .build();

  static final Transaction<Burying> BURY =
      Transaction.of("queue.bury", "given up", Burying.class, lookup())
          .step(TAKE_OUT, Burying::done)
          .step(DEAD.put("queue.bury.dead", "a dead letter").build(), Burying::dead)
          .load(perSecond(0.1))
          .build();

  static final Query<OfQueue, DeadJob> DEAD_ONES =
      DEAD.query("queue.dead", "dead letters, oldest first", OfQueue.class)
          .page(50)
          .typically(10)
          .consistent()
          .load(perSecond(0.1))
          .build();

  static final Transaction<Replaying> REPLAY =
      Transaction.of("queue.replay", "a dead letter lives again", Replaying.class, lookup())
          .step(
              DEAD.delete("queue.replay.dead", "from the dead", OfDead.class).ifExists().build(),
              Replaying::dead)
          .step(PUT_IN, Replaying::job)
          .load(perSecond(0.1))
          .build();

  static final Delete<OfDead, DeadJob> DROP =
      DEAD.delete("queue.drop", "a dead letter is thrown away", OfDead.class)
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public static final Model MODEL =
      Model.named("queue")
          .entities(JOB, DEAD)
          .patterns(
              ENQUEUE, FIND, COUNT, CLAIM, RENEW, DONE, RETRY, POSTPONE, BURY, DEAD_ONES, REPLAY,
              DROP)
          .build();

  private QueueModel() {}
}
