package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.CATEGORY;
import static dev.trestle.stak.model.StakTable.DAY;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.PART;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.SentMessages.SentMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * What happened in an inbox, by day and category. The counts of deliveries are written in the
 * transaction that concludes a chunk, so each is counted once.
 *
 * <p>Messages that are delivered at the same time mostly add to different parts, so that they do
 * not wait for each other.
 */
public final class Trends {
  private static final Duration KEPT = Duration.ofDays(100);

  /** The parts that deliveries add to. */
  private static final int DELIVERY_PARTS = 4;

  /** The part that sums from memory are added to. */
  private static final long ACTIVITY_PART = DELIVERY_PARTS;

  /**
   * The counts of a day, or what is added to them.
   *
   * @param day in UTC: the day a message was sent; for {@code read}, the day it was read
   * @param failed recipients whose delivery failed and was not replayed since
   */
  public record DailyCounts(
      TenantId tenant,
      InboxId inbox,
      LocalDate day,
      String category,
      long part,
      long sent,
      long delivered,
      long failed,
      long read,
      Instant ttl) {
    /** What the recipients of a message add. */
    public static DailyCounts of(SentMessage message, long sent, long delivered, long failed) {
      var day = Trends.day(message.received());
      return new DailyCounts(
          message.tenant(),
          message.inbox(),
          day,
          message.category(),
          Math.floorMod(message.id().value().hashCode(), DELIVERY_PARTS),
          sent,
          delivered,
          failed,
          0,
          ttl(day));
    }

    /** What was summed in memory. */
    public static DailyCounts of(
        InboxKey inbox, LocalDate day, String category, long sent, long read) {
      return new DailyCounts(
          inbox.tenant(), inbox.inbox(), day, category, ACTIVITY_PART, sent, 0, 0, read, ttl(day));
    }

    private static Instant ttl(LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(KEPT);
    }

    public boolean isNothing() {
      return sent == 0 && delivered == 0 && failed == 0 && read == 0;
    }

    public OfDailyCounts key() {
      return new OfDailyCounts(tenant, inbox, day, category, part);
    }
  }

  public record OfDailyCounts(
      TenantId tenant, InboxId inbox, LocalDate day, String category, long part) {}

  public static final Entity<DailyCounts> DAILY_COUNTS =
      TABLE
          .entity(DailyCounts.class, lookup())
          .partition(KeyTemplate.of("t#<tenant>D#<inbox>", TENANT, INBOX))
          .sort(KeyTemplate.of("d#<day>#<category>#<part>", DAY, CATEGORY, PART))
          .snakeCase()
          .expires(DailyCounts::ttl)
          .population(Population.of(600_000, 2000).kept(KEPT))
          .example(
              new DailyCounts(
                  Examples.TENANT,
                  Examples.INBOX,
                  LocalDate.parse("2026-11-16"),
                  "notification",
                  2,
                  12,
                  3400,
                  1,
                  0,
                  Examples.MUCH_LATER));

  /** The day of a time, in UTC. */
  public static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  /** A step of the transactions that conclude a chunk or resolve a dead letter. */
  static final Update<DailyCounts, DailyCounts> ADD_DELIVERIES =
      adding("trend.deliveries", "what a chunk adds to its day");

  public record Activity(DailyCounts counts) {}

  /** A transaction, whose token makes it count once even if the SDK repeats it. */
  public static final Transaction<Activity> ADD_ACTIVITY =
      Transaction.of("trend.activity", "some seconds of an inbox", Activity.class, lookup())
          .step(adding("trend.activity.add", "their reads and broadcasts"), Activity::counts)
          .load(perSecond(10))
          .build();

  private static Update<DailyCounts, DailyCounts> adding(String id, String title) {
    return DAILY_COUNTS
        .upsert(id, title, DailyCounts.class)
        .add(DailyCounts::sent)
        .of(param(DailyCounts::sent))
        .add(DailyCounts::delivered)
        .of(param(DailyCounts::delivered))
        .add(DailyCounts::failed)
        .of(param(DailyCounts::failed))
        .add(DailyCounts::read)
        .of(param(DailyCounts::read))
        .set(DailyCounts::ttl)
        .to(param(DailyCounts::ttl))
        .build();
  }

  public record SinceDay(TenantId tenant, InboxId inbox, LocalDate day) {}

  public static final Query<SinceDay, DailyCounts> SINCE =
      DAILY_COUNTS
          .query("trend.days", "the counts of an inbox since a day", SinceDay.class)
          .from(SinceDay::day)
          .descending()
          .page(1000)
          .typically(300)
          .load(perSecond(0.1))
          .build();

  public static final Delete<OfDailyCounts, DailyCounts> DELETE =
      DAILY_COUNTS
          .delete("tenant.delete.trend", "the counts of a day", OfDailyCounts.class)
          .load(perSecond(0.01))
          .build();

  private Trends() {}
}
