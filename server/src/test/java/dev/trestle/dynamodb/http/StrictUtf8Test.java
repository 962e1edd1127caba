package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictUtf8Test {
  private static final String LONG = "x".repeat(100_000);

  private static boolean isStrict(byte[] bytes) {
    return StrictUtf8.isStrict(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "\u00e9", "\u6f22\u5b57", "\ud83d\ude80", "a\ufeff"})
  void text_is_valid_wherever_it_stands(String text) {
    var body = (LONG + text + LONG).getBytes(StandardCharsets.UTF_8);

    assertThat(isStrict(text.getBytes(StandardCharsets.UTF_8))).isTrue();
    for (int start = 0; start < 9; start++) {
      assertThat(StrictUtf8.isStrict(body, start, body.length - start)).as("" + start).isTrue();
    }
  }

  /** Bytes as characters. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\u0000", "\u00ff", "\u00c3", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u0080"})
  void bytes_that_are_not_are_found_wherever_they_stand(String bytes) {
    for (var text : new String[] {bytes, LONG + bytes, LONG + bytes + "\"" + LONG}) {
      assertThat(isStrict(text.getBytes(StandardCharsets.ISO_8859_1))).isFalse();
    }
  }

  @Test
  void a_byte_order_mark_at_the_start_is_refused() {
    assertThat(isStrict(("\ufeff" + LONG).getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  /** The room for bodies does not count what a check takes. */
  @Test
  void the_check_of_a_long_text_takes_little_memory() {
    var body = "\u00e9".repeat(4 << 20).getBytes(StandardCharsets.UTF_8);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(isStrict(body)).isTrue();

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
  }
}
