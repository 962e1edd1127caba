package dev.trestle.platform.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final List<String> closed = new ArrayList<>();

  private AutoCloseable part(String name) {
    return () -> closed.add(name);
  }

  private AutoCloseable broken(String name) {
    return () -> {
      closed.add(name);
      throw new IOException(name);
    };
  }

  @Test
  void parts_are_closed_in_order() {
    new Closing().then(part("a")).then(List.of(part("b"), part("c"))).then(part("d")).close();
    assertThat(closed).containsExactly("a", "b", "c", "d");
  }

  @Test
  void a_part_that_fails_to_close_does_not_keep_the_others_open() {
    var closing = new Closing().then(broken("a")).then(part("b")).then(broken("c")).then(part("d"));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(closing::close)
        .withCauseInstanceOf(IOException.class)
        .satisfies(failure -> {
          assertThat(failure.getCause()).hasMessage("a");
          assertThat(failure.getSuppressed())
              .extracting(Throwable::getMessage)
              .containsExactly("c");
        });
    assertThat(closed).containsExactly("a", "b", "c", "d");
  }
}
