package dev.trestle.messenger.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.messenger.history.Checker;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.Rule;
import dev.trestle.messenger.history.Violation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messenger keeps its promises whatever befalls it, and a server that does not is found out. {@code
 * ./trestle trial messenger} makes the first of these tests a long run: by {@code
 * -Dtrestle.history.minutes}, with the history kept in {@code -Dtrestle.history.file}.
 */
class HistoryTest {
  private static final int INCIDENTS = 5;
  private static final Duration TIME =
      Duration.ofMinutes(Integer.getInteger("trestle.history.minutes", 0));
  private static final int FEW = 3;
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
    if (isLong()) System.out.println(Summary.of(events, violations));
    assertThat(violations).as("seed %d", seed).isEmpty();
    assertThat(events.stream().filter(Event.SendAcked.class::isInstance).count())
        .as("messages that were acknowledged")
        .isGreaterThan(25L * INCIDENTS);
  }

  @Test
  void a_server_that_forgets_what_was_sent_is_found_out() throws IOException {
    long seed = Property.seed();
    var events = history(Bug.NO_DEDUPE, FEW, Duration.ZERO, seed);
    assertThat(Checker.check(events))
        .as("seed %d", seed)
        .extracting(Violation::rule)
        .contains(Rule.ONE_SEQUENCE);
  }

  @Test
  void a_server_that_counts_first_and_puts_later_is_found_out() throws IOException {
    long seed = Property.seed();
    var events = history(Bug.COUNTER_THEN_PUT, FEW, Duration.ZERO, seed);
    assertThat(Checker.check(events))
        .as("seed %d", seed)
        .extracting(Violation::rule)
        .contains(Rule.NO_HOLES_IN_THE_LOG, Rule.EQUAL_REPLICAS);
  }
}
