package dev.trestle.homeops.reply;

import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.LastReply;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Preference;
import dev.trestle.homeops.model.PreferenceMetric;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Learns how members take the assistant's replies. Whether a reply was ignored is known when the
 * assistant replies again, which is then one write; how often and when a member reacts is learned
 * when they do.
 */
public final class Preferences {
  /** The weight of a new sample. */
  static final double ALPHA = 0.2;

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
  public boolean ignores(MemberId member) {
    return store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member)).items().stream()
        .anyMatch(preference ->
            preference.metric() == PreferenceMetric.ignoreRate
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
                PreferenceMetric.ignoreRate,
                _ -> last.engaged().isPresent() ? 0 : 1,
                Preferences::average,
                reply.replied()));
  }

  /** Notes that a member reacted to the last reply, and learns how often and when they do. */
  public void engaged(LastReply reply, Instant at, ZoneId zone) {
    store.run(
        Decisions.SAVE_LAST_REPLY,
        new LastReply(
            reply.chatId(), reply.replied(), reply.userId(), reply.sentId(), Optional.of(at)));
    sample(
        reply.userId(),
        PreferenceMetric.interactionFrequency,
        known -> perDay(known, at),
        Preferences::average,
        at);
    sample(
        reply.userId(),
        PreferenceMetric.responseTimingPref,
        _ -> at.atZone(zone).getHour(),
        Preferences::averageHour,
        at);
  }

  private static double average(double before, double sample) {
    return before + ALPHA * (sample - before);
  }

  /** On the clock's face, the shorter way round: between 23 and 1 lies midnight, not noon. */
  static double averageHour(double before, double sample) {
    double way = (sample - before + 36) % 24 - 12;
    return (before + ALPHA * way + 24) % 24;
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
      MemberId member,
      PreferenceMetric metric,
      ToDoubleFunction<Optional<Preference>> sampled,
      DoubleBinaryOperator averaged,
      Instant now) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var known =
          store.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(member)).items().stream()
              .filter(preference -> preference.metric() == metric)
              .findFirst();
      double value = sampled.applyAsDouble(known);
      double average =
          known.map(Preference::value).map(old -> averaged.applyAsDouble(old, value)).orElse(value);
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
