package dev.trestle.messenger.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.Caller;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.model.PushDevices;
import dev.trestle.platform.push.PushSubscription;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Devices in tables whose expired items are still there, as those of DynamoDB may be for days. */
class PushDeviceStoreTest {
  private final ManualClock clock = new ManualClock();

  /** Has a clock of its own, so that it removes nothing. */
  private final Trestle trestle = Trestle.inMemory();

  private final DomainFixture server = server();

  private DomainFixture server() {
    clock.set(Instant.now());
    return new DomainFixture(TestServer.context(trestle, clock));
  }

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private static PushSubscription subscription(String path) {
    return PushSubscription.of(
            "https://push.example.com/" + path,
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg")
        .orElseThrow();
  }

  @Test
  void whoever_comes_back_after_their_devices_expired_can_register_one() {
    var bo = server.accounts.addUser("+46731000002", "Bo");
    var devices = new PushDeviceStore(server.store, clock);
    var before = new Caller(bo, SessionId.next(server.context.ids()));
    devices.register(before, subscription("old"));
    clock.advance(PushDevices.KEPT_FOR.plusDays(1));
    assertThat(devices.of(bo)).isEmpty();
    devices.remove(bo, before.session());

    var now = new Caller(bo, SessionId.next(server.context.ids()));
    devices.register(now, subscription("new"));
    assertThat(devices.of(bo)).containsOnlyKeys(now.session().value());
    devices.remove(bo, now.session());
    assertThat(devices.of(bo)).isEmpty();
  }
}
