package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.concurrency.Call.Kind.Exchange;
import dev.trestle.conformance.concurrency.Call.Kind.Read;
import dev.trestle.conformance.concurrency.Call.Kind.Swap;
import dev.trestle.conformance.concurrency.Call.Kind.Write;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the checker itself with histories whose result is known. */
class HistoryTest {
  @Test
  void calls_that_overlap_may_take_effect_in_either_order() {
    assertThat(history(call(new Write(1), 0, 10), call(read(1), 2, 3), call(read(1), 4, 5)))
        .isTrue();
    assertThat(history(call(new Write(1), 0, 10), call(nothing(), 2, 3), call(read(1), 4, 5)))
        .isTrue();
  }

  @Test
  void a_value_that_was_seen_does_not_vanish() {
    assertThat(history(call(new Write(1), 0, 10), call(read(1), 2, 3), call(nothing(), 4, 5)))
        .isFalse();
  }

  @Test
  void an_acknowledged_write_is_seen_by_every_later_read() {
    assertThat(history(call(new Write(1), 0, 1), call(nothing(), 2, 3))).isFalse();
    assertThat(history(call(new Write(1), 0, 1), call(new Write(2), 2, 3), call(read(1), 4, 5)))
        .isFalse();
  }

  @Test
  void two_exchanges_of_one_value_cannot_both_be_done() {
    var first = call(new Write(1), 0, 1);
    var one = call(new Exchange(1, 2, true), 2, 9);
    assertThat(history(first, one, call(new Exchange(1, 3, true), 3, 8))).isFalse();
    assertThat(history(first, one, call(new Exchange(1, 3, false), 3, 8))).isTrue();
  }

  @Test
  void swaps_form_a_chain() {
    var first = call(new Swap(1, Optional.empty()), 0, 9);
    var second = call(new Swap(2, Optional.of(1)), 0, 9);
    assertThat(history(first, second, call(new Swap(3, Optional.of(2)), 0, 9))).isTrue();
    assertThat(history(first, second, call(new Swap(3, Optional.of(1)), 0, 9))).isFalse();
  }

  private static boolean history(Call... calls) {
    return new History(List.of(calls)).isLinearisable();
  }

  private static Call call(Call.Kind kind, long invoked, long returned) {
    return new Call(kind, invoked, returned);
  }

  private static Read read(int value) {
    return new Read(Optional.of(value));
  }

  private static Read nothing() {
    return new Read(Optional.empty());
  }
}
