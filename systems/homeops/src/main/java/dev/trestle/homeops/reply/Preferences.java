package dev.trestle.homeops.reply;

import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.LastReply;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Preference;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Learns how members take the assistant's replies. Whether a reply was ignored is known when the
 * assistant replies again, which is then one write; how often and when a member reacts is learned
 * when they do.
 */
public final class Preferences {
  /** The weight of a new sample. */
  static final double ALPHA = 0.2;

  static final String IGNORE_RATE = "ignoreRate";
  static final String FREQUENCY = "interactionFrequency";
  static final String TIMING = "responseTimingPref";

  private static final double IGNORED_MAX = 0.7;
  private static final long SAMPLES_MIN = 10;
  private static final int ATTEMPTS_MAX = 10;
  private static final double MINUTES_OF_DAY = 24 * 60;

  /** Several reactions within an hour count as one an hour. */
  private static final double SHORTEST_DAYS = 1.0 / 24;

  private final Store store;

  public Preferences(Store store) {
    this.store = store;
  }

  /** Whether a member has ignored so much that the assistant stays silent. */
  public boolean ignores(long member) {
    return store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member)).items().stream()
        .anyMatch(preference ->
            preference.metric().equals(IGNORE_RATE)
                && preference.samples() >= SAMPLES_MIN
                && preference.value() > IGNORED_MAX);
  }

  /** Notes that a reply was sent, and learns what became of the one before. */
  public void replied(LastReply reply) {
    var before = store.run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(reply.chatId()));
    store.run(Decisions.SAVE_LAST_REPLY, reply);
    before
        .filter(last -> !last.replied().equals(reply.replied()))
        .ifPresent(last ->
            sample(
                last.userId(),
                IGNORE_RATE,
                _ -> last.engaged().isPresent() ? 0 : 1,
                reply.replied()));
  }

  /** Notes that a member reacted to the last reply, and learns how often and when they do. */
  public void engaged(LastReply reply, Instant at, ZoneId zone) {
    store.run(
        Decisions.SAVE_LAST_REPLY,
        new LastReply(
            reply.chatId(), reply.replied(), reply.userId(), reply.sentId(), Optional.of(at)));
    sample(reply.userId(), FREQUENCY, known -> perDay(known, at), at);
    sample(reply.userId(), TIMING, _ -> at.atZone(zone).getHour(), at);
  }

  /** One reaction in the time since the one before; the first counts as one in a day. */
  private static double perDay(Optional<Preference> known, Instant at) {
    double days =
        known
            .map(Preference::updatedAt)
            .map(before -> Duration.between(before, at).toMinutes() / MINUTES_OF_DAY)
            .orElse(1.0);
    return 1 / Math.max(days, SHORTEST_DAYS);
  }

  private void sample(
      long member, String metric, ToDoubleFunction<Optional<Preference>> sampled, Instant now) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var known =
          store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member)).items().stream()
              .filter(preference -> preference.metric().equals(metric))
              .findFirst();
      double value = sampled.applyAsDouble(known);
      double average =
          known.map(Preference::value).map(old -> ALPHA * value + (1 - ALPHA) * old).orElse(value);
      var sample =
          new Memory.NewPreference(
              member,
              metric,
              average,
              known.map(Preference::samples).orElse(0L),
              now.truncatedTo(ChronoUnit.MILLIS));
      if (store.run(Memory.UPDATE_PREFERENCE, sample).isDone()) {
        return;
      }
    }
  }
}
