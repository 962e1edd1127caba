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
      assertThat(policy.problem("acme", "https://slow.example/hook").orElseThrow())
          .contains("in time");
    }
    // A lookup cannot be ended, so the first serves all. Its thread may start late.
    Await.until(() -> lookups.containsKey("slow.example"), SOON);
    assertThat(lookups).containsEntry("slow.example", 1);
    answered.countDown();
    Await.until(() -> policy.problem("acme", "https://slow.example/hook").isEmpty(), SOON);
  }

  @Test
  void a_name_is_found_or_unknown() {
    var policy = policy(SOON);
    assertThat(policy.problem("acme", "https://quick.example/hook")).isEmpty();
    assertThat(policy.problem("acme", "https://unknown.example/hook").orElseThrow())
        .contains("no host");
  }

  @Test
  void slow_names_are_not_looked_up_without_end_and_keep_no_other_tenant_waiting() {
    var policy = policy(Duration.ofMillis(50));
    for (int i = 0; i < 300; i++) {
      assertThat(policy.problem("acme", "https://slow" + i + ".example/hook")).isPresent();
    }
    assertThat(lookups).hasSizeLessThanOrEqualTo(NameLookups.LOOKUPS_PER_OWNER_MAX);
    Await.until(() -> policy.problem("other", "https://quick.example/hook").isEmpty(), SOON);
    answered.countDown();
  }
}
