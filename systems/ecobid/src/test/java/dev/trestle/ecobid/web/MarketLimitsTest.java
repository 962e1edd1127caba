package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nobody asks without end. The limits never recover here. */
class MarketLimitsTest {
  private static final int READS = 600;
  private static final int WRITES = 120;

  private final EcoBidServer server = EcoBidServer.limited();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void open_reads_are_limited_by_address() {
    for (int i = 0; i < READS; i++) {
      assertThat(server.get(null, "/market").status()).isEqualTo(200);
    }
    var refused = server.get(null, Offers.NEARBY);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void writes_are_limited_by_person() {
    var ann = server.person();
    for (int i = 0; i < WRITES; i++) {
      assertThat(server.post(ann, "/notifications/read", Map.of()).status()).isEqualTo(204);
    }
    assertThat(server.post(ann, "/notifications/read", Map.of()).status()).isEqualTo(429);
    assertThat(server.post(server.person(), "/notifications/read", Map.of()).status())
        .isEqualTo(204);
  }
}
