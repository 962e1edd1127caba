package dev.trestle.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Names whose servers take their time, or do not know them. */
final class NameLookupsTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Map<String, Integer> lookups = new ConcurrentHashMap<>();
  private final CountDownLatch answered = new CountDownLatch(1);

  /** Knows all names but one, and those that begin with slow only after a while. */
  private InetAddress[] resolve(String host) throws UnknownHostException {
    lookups.merge(host, 1, Integer::sum);
    if (host.equals("unknown.example")) throw new UnknownHostException(host);
    if (host.startsWith("slow")) {
      try {
        answered.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return new InetAddress[] {InetAddress.getByAddress(new byte[] {8, 8, 8, 8})};
  }

  private AddressPolicy policy(Duration timeout) {
    return new AddressPolicy(false, new NameLookups(this::resolve, timeout));
  }

  @Test
  void a_name_server_that_does_not_answer_is_left_when_the_time_is_over() {
    var policy = policy(Duration.ofMillis(50));
    for (int i = 0; i < 3; i++) {
      assertThat(policy.problem("https://slow.example/hook").orElseThrow()).contains("in time");
    }
    // A lookup cannot be ended, so the first serves all. Its thread may start late.
    Await.until(() -> lookups.containsKey("slow.example"), SOON);
    assertThat(lookups).containsEntry("slow.example", 1);
    answered.countDown();
    Await.until(() -> policy.problem("https://slow.example/hook").isEmpty(), SOON);
  }

  @Test
  void slow_names_do_not_keep_others_waiting_and_are_not_looked_up_without_end() {
    var quick = policy(SOON);
    assertThat(quick.problem("https://quick.example/hook")).isEmpty();
    assertThat(quick.problem("https://unknown.example/hook").orElseThrow()).contains("no host");
    var policy = policy(Duration.ofMillis(1));
    for (int i = 0; i < 80; i++) {
      assertThat(policy.problem("https://slow" + i + ".example/hook")).isPresent();
    }
    assertThat(lookups.keySet().stream().filter(host -> host.startsWith("slow")).count())
        .isLessThanOrEqualTo(64);
    answered.countDown();
  }
}
