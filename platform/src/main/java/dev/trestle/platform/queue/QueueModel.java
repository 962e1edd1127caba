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
import dev.trestle.model.Get;
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
 * The table {@code platform_queue}. Jobs of a shard are sorted by due time, so a worker reads from
 * the front. A claim is an attribute, so claiming moves nothing. A job costs three write units:
 * put, claim, delete.
 *
 * <p>{@link #ENQUEUE} and {@link #DONE} can be steps of a system's own transaction. Then a write
 * and the job that follows from it, or a job's effect and its end, happen together or not at all.
 * Such a system lists {@link #JOB} among its entities.
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

  /** The jobs of a shard with due times in a range. */
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

  /** Ends a job if the claim still holds. */
  public record Done(String queue, long shard, Instant due, String id, String token) {}

  public record Failing(
      String queue,
      long shard,
      Instant due,
      String id,
      String token,
      long until,
      Optional<String> failure) {}

  public record Returning(
      String queue,
      long shard,
      Instant due,
      String id,
      String token,
      long attempts,
      long visibleAt) {}

  public record Postponing(Done done, Job job) {}

  public record Failure(Done done, DeadJob dead) {}

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
          .maxBytes(NewJob.PAYLOAD_BYTES_MAX + 1024)
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
          .maxBytes(NewJob.PAYLOAD_BYTES_MAX + 1024)
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

  /** Changes nothing if the same job is there. */
  public static final Put<Job, Job> ENQUEUE =
      JOB.put("queue.enqueue", "enqueue a job").ifAbsent().load(perSecond(100)).build();

  static final Query<Window, Job> FIND =
      JOB.query("queue.find", "due jobs of a shard", Window.class)
          .between(Window::from, Window::to)
          .consistent()
          .page(50)
          .typically(10)
          .load(perSecond(40).hottestKey(0.1))
          .build();

  static final Get<OfJob, Job> READ =
      JOB.get("queue.read", "a job that another server told of", OfJob.class)
          .consistent()
          .load(perSecond(20))
          .build();

  static final Query<OfShard, Job> COUNT =
      JOB.query("queue.count", "count the jobs of a shard", OfShard.class)
          .page(500)
          .typically(20)
          .load(perSecond(0.5))
          .build();

  /** The number of attempts is the fence: of two claims at once, one finds it changed. */
  static final Update<Claiming, Job> CLAIM =
      JOB.update("queue.claim", "claim a job", Claiming.class)
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
      JOB.update("queue.renew", "renew a claim", Renewing.class)
          .set(Job::visibleAt)
          .to(param(Renewing::until))
          .when(optional(Job::token).is(param(Renewing::token)))
          .load(perSecond(1))
          .build();

  /** Deletes nothing if the claim was lost. */
  public static final Delete<Done, Job> DONE =
      JOB.delete("queue.done", "end a job", Done.class)
          .when(optional(Job::token).is(param(Done::token)))
          .load(perSecond(100))
          .build();

  static final Update<Failing, Job> RETRY =
      JOB.update("queue.retry", "retry soon", Failing.class)
          .set(Job::visibleAt)
          .to(param(Failing::until))
          .set(Job::failure)
          .to(param(Failing::failure))
          .remove(Job::token)
          .when(optional(Job::token).is(param(Failing::token)))
          .load(perSecond(1))
          .build();

  static final Update<Returning, Job> GIVE_BACK =
      JOB.update("queue.give-back", "give an interrupted job back", Returning.class)
          .set(Job::visibleAt)
          .to(param(Returning::visibleAt))
          .set(Job::attempts)
          .to(param(Returning::attempts))
          .remove(Job::token)
          .when(optional(Job::token).is(param(Returning::token)))
          .load(perSecond(0.01))
          .build();

  private static final Delete<Done, Job> REMOVE =
      JOB.delete("queue.remove", "remove a job from its due time", Done.class)
          .when(optional(Job::token).is(param(Done::token)))
          .build();

  private static final Put<Job, Job> ADD =
      JOB.put("queue.add", "add a job at another due time").ifAbsent().build();

  static final Transaction<Postponing> POSTPONE =
      Transaction.of("queue.postpone", "retry later", Postponing.class, lookup())
          .step(REMOVE, Postponing::done)
          .step(ADD, Postponing::job)
          .load(perSecond(0.5))
          .build();

  static final Transaction<Failure> FAIL =
      Transaction.of("queue.fail", "turn a job into a dead letter", Failure.class, lookup())
          .step(REMOVE, Failure::done)
          .step(DEAD.put("queue.fail.dead", "add a dead letter").build(), Failure::dead)
          .load(perSecond(0.1))
          .build();

  static final Query<OfQueue, DeadJob> DEAD_LETTERS =
      DEAD.query("queue.dead", "dead letters, oldest first", OfQueue.class)
          .page(50)
          .typically(10)
          .consistent()
          .load(perSecond(0.1))
          .build();

  static final Transaction<Replaying> REPLAY =
      Transaction.of("queue.replay", "replay a dead letter", Replaying.class, lookup())
          .step(
              DEAD.delete("queue.replay.dead", "remove a dead letter", OfDead.class)
                  .ifExists()
                  .build(),
              Replaying::dead)
          .step(ADD, Replaying::job)
          .load(perSecond(0.1))
          .build();

  static final Delete<OfDead, DeadJob> DROP =
      DEAD.delete("queue.drop", "drop a dead letter", OfDead.class)
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public static final Model MODEL =
      Model.named("queue")
          .entities(JOB, DEAD)
          .patterns(
              ENQUEUE,
              FIND,
              READ,
              COUNT,
              CLAIM,
              RENEW,
              DONE,
              RETRY,
              GIVE_BACK,
              POSTPONE,
              FAIL,
              DEAD_LETTERS,
              REPLAY,
              DROP)
          .build();

  private QueueModel() {}
}
