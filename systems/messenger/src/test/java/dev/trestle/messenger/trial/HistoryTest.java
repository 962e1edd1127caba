package dev.trestle.messenger.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.messenger.history.Checker;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messenger satisfies the rules whatever happens to it, and a server with a bug is detected. {@code
 * ./trestle trial messenger} makes the first of these tests a long run, with {@code
 * -Dtrestle.history.minutes} and the history in {@code -Dtrestle.history.file}.
 */
class HistoryTest {
  private static final int INCIDENTS = 5;
  private static final Duration TIME =
      Duration.ofMinutes(Integer.getInteger("trestle.history.minutes", 0));
  private static final int FEW = 3;
  private static final int RUNS_MAX = 8;
  private static final double STORE_FAULTS = 0.03;

  @TempDir Path folder;

  private List<Event> history(Bug bug, int incidents, Duration time, long seed) throws IOException {
    var kept = System.getProperty("trestle.history.file");
    var file = kept == null ? folder.resolve("history.jsonl") : Path.of(kept);
    try (var recorder = Recorder.into(file, Recorder.ownClock("clients"));
        var trial = new Trial(new Trial.Plan(seed, incidents, time, STORE_FAULTS, bug), recorder)) {
      trial.run();
    }
    return Recorder.read(List.of(file));
  }

  private static boolean isLong() {
    return TIME.isPositive();
  }

  @Test
  void whatever_befalls_the_server_its_promises_are_kept() throws IOException {
    long seed = Property.seed();
    if (isLong()) System.out.printf("a trial of %d minutes, seed %d%n", TIME.toMinutes(), seed);
    var events = history(Bug.NONE, INCIDENTS, TIME, seed);
    var violations = Checker.check(events);
    if (isLong()) System.out.println(RunSummary.of(events, violations));
    assertThat(violations).as("seed %d", seed).isEmpty();
    assertThat(events.stream().filter(Event.SendAcked.class::isInstance).count())
        .as("messages that were acknowledged")
        .isGreaterThan(25L * INCIDENTS);
  }

  @Test
  void a_server_that_forgets_what_was_sent_is_found_out() throws IOException {
    assertFoundOut(Bug.NO_DEDUPE, Rule.ONE_SEQUENCE);
  }

  @Test
  void a_server_that_counts_first_and_puts_later_is_found_out() throws IOException {
    assertFoundOut(Bug.COUNTER_THEN_PUT, Rule.NO_HOLES_IN_THE_LOG, Rule.EQUAL_REPLICAS);
  }

  /** Whether a bug shows in one run is a matter of chance, so there may be several. */
  private void assertFoundOut(Bug bug, Rule... rules) throws IOException {
    long seed = Property.seed();
    var found = EnumSet.noneOf(Rule.class);
    for (int run = 0; run < RUNS_MAX && !found.containsAll(List.of(rules)); run++) {
      var events = history(bug, FEW, Duration.ZERO, seed + run);
      for (var violation : Checker.check(events)) found.add(violation.rule());
    }
    assertThat(found).as("seed %d", seed).contains(rules);
  }
}
