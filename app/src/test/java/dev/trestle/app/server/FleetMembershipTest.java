package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.cli.UsageError;
import dev.trestle.console.ConsoleServers.Kind;
import dev.trestle.console.ConsoleServers.Lease;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.heartbeat.Heartbeats;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FleetMembershipTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ManualClock clock = new ManualClock();

  private SystemContext context(Trestle trestle, long secrets) {
    return SystemContext.open(
        trestle.client(),
        trestle.streamsClient(),
        StoreOptions.standard().clock(clock),
        new MemorySecrets(new Random(secrets)),
        FeedOptions.polling("test"));
  }

  private static boolean isRefused(SystemContext context) {
    try (var _ = FleetMembership.join(context, "srv_other")) {
      return false;
    } catch (UsageError refused) {
      return true;
    }
  }

  /** Once its first heartbeat was old before the second came, and others did not see it. */
  @Test
  void a_server_that_takes_long_to_start_is_seen_all_the_while() {
    try (var trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
        var first = context(trestle, 1);
        var other = context(trestle, 2);
        var _ = FleetMembership.join(first, "srv_first")) {
      clock.advance(Heartbeats.STALE);
      Await.until(() -> isRefused(other), PATIENCE);
    }
  }

  @Test
  void the_holders_of_due_items_are_shown() {
    try (var trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
        var context = context(trestle, 1);
        var member = FleetMembership.join(context, "srv_first");
        var accounts = Accounts.open(context, AccountsOptions.local())) {
      member.serves(List.of(accounts), Optional.empty());
      assertThat(member.leases()).isEmpty();
      accounts.start();
      var held = new Lease("accounts-idle", Kind.SCHEDULE, Optional.of("test"), 1);
      Await.until(() -> member.leases().contains(held), PATIENCE);
    }
  }
}
