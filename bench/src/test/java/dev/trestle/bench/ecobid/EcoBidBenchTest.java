package dev.trestle.bench.ecobid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmark itself, too short to measure anything. */
final class EcoBidBenchTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void it_searches_beside_redis_and_finds_the_same_and_bids() {
    new EcoBidBench(out, new EcoBidBench.Options(1000, 20, 0.3)).run();
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("1000 items within about 15 km")
        .containsPattern("EcoBid over HTTP, 5 km, newest 20 +p50 +[0-9.]+ ms +p99 +[0-9.]+ ms")
        .containsPattern("[0-9.]+ read units a search")
        .containsPattern("Redis GEOSEARCH, 5 km, nearest 20 +p50")
        .contains("EcoBid and Redis found the same items: 20 of 20")
        .containsPattern("bids on one auction: [1-9][0-9]*/s")
        .containsPattern("bids on 64 auctions: [1-9][0-9]*/s");
  }
}
