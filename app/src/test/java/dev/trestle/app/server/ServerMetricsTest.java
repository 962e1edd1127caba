package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a server whose systems are in use. */
class ServerMetricsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String MESSAGES =
      "{alarm=\"%s\",index=\"none\",system=\"messenger\",table=\"messages\"}";

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void alarms_and_the_metrics_of_the_systems_are_shown() {
    var environment =
        Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0", "TRESTLE_DEMO_RATE", "10");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var server = RunningServer.start(configuration, ServerMode.DEMO)) {
      var address = URI.create(server.address());
      // The people of the demo connect, write to each other and get offers.
      var text =
          Await.value(
              () -> Optional.of(metrics(address)).filter(ServerMetricsTest::isBusy), PATIENCE);
      assertThat(value(text, "messenger_slow_consumers_total")).isZero();
      assertThat(value(text, "messenger_reconnects_total")).isNotNegative();
      assertThat(value(text, "feed_lag_seconds{consumer=\"messenger-delivery\"}")).isNotNegative();
      assertThat(value(text, "stak_dead_letters_total")).isZero();
      assertThat(value(text, "stak_live_streams")).isNotNegative();
      assertThat(value(text, "queue_dead{queue=\"stak\"}")).isZero();
      assertThat(value(text, "requests_throttled_total{table=\"messages\"}")).isZero();
      var collection = MESSAGES.formatted("collection_bytes");
      assertThat(value(text, "alarm_raised" + collection)).isZero();
      assertThat(value(text, "alarm_value" + collection)).isPositive();
      assertThat(value(text, "alarm_threshold" + collection)).isEqualTo(8L << 30);
      assertThat(value(text, "alarm_raised" + MESSAGES.formatted("throttled"))).isZero();
      assertThat(value(text, "alarm_threshold" + MESSAGES.formatted("latency_p99"))).isEqualTo(100);
    } finally {
      http.shutdownNow();
    }
  }

  private static boolean isBusy(String text) {
    return value(text, "messenger_connections") > 0
        && value(text, "messenger_deliveries_total") > 0
        && value(text, "stak_deliveries_total") > 0
        && value(text, "alarm_value" + MESSAGES.formatted("collection_bytes")) > 0;
  }

  private String metrics(URI address) {
    var request = HttpRequest.newBuilder(address.resolve("/metrics")).build();
    return http.sendAsync(request, BodyHandlers.ofString()).join().body();
  }

  private static double value(String text, String series) {
    var line =
        Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE).matcher(text);
    assertThat(line.find()).as(series).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
