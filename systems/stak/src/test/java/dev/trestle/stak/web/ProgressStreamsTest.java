package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.web.StakServer.TestTenant;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many administrators can watch. */
final class ProgressStreamsTest {
  private static final int STREAMS_PER_INBOX_MAX = 50;

  @Test
  void a_tenant_with_many_inboxes_does_not_take_the_streams_of_another() throws Exception {
    try (var server = new StakServer()) {
      var greedy = server.tenant("greedy");
      var other = server.tenant("modest");
      for (var inbox : List.of("one", "two", "three")) {
        var config = server.admin(greedy, "PUT", "/" + inbox + "/config", "{\"title\":\"T\"}");
        assertThat(config.status()).as(config.body().toString()).isEqualTo(200);
      }
      for (int i = 0; i < STREAMS_PER_INBOX_MAX; i++) {
        assertThat(watch(server, greedy, "one")).isEqualTo(200);
        assertThat(watch(server, greedy, "two")).isEqualTo(200);
      }
      assertThat(watch(server, greedy, "three")).isEqualTo(429);
      assertThat(watch(server, other, "DEFAULT")).isEqualTo(200);
    }
  }

  /** Opens a stream, waits until it counts, leaves it open, and returns its status. */
  private static int watch(StakServer server, TestTenant tenant, String inbox)
      throws IOException, InterruptedException {
    var path = AdminApi.PREFIX + "/" + tenant.tenant() + "/" + inbox + "/events";
    var request =
        HttpRequest.newBuilder(server.server.endpoint().resolve(path))
            .header("X-Api-Key", tenant.adminKey())
            .header("X-Admin-Id", "boss")
            .build();
    HttpResponse<InputStream> opened = server.http.send(request, BodyHandlers.ofInputStream());
    var _ = opened.body().read();
    return opened.statusCode();
  }
}
