package dev.trestle.app.server;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.platform.web.AddressBlock;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Forwarding;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class HomeEventsTest {
  private static final int LISTENERS_PER_NETWORK_MAX = 32;

  @Test
  void one_network_does_not_take_the_place_of_all_others() throws Exception {
    var proxies = AddressBlock.parseAll("127.0.0.1").orElseThrow();
    try (var events = new HomeEvents(List.of(), Optional.empty()).start();
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var http = HttpClient.newHttpClient()) {
      var router = new Router().get("/home-events", events::open);
      var site =
          new Site(new Hosts.Loopback(), () -> "r")
              .behind(new Forwarding.Trusted(proxies))
              .at("", router, ErrorShape.PLAIN);
      try (var server = SiteServer.start(site, "127.0.0.1", 0)) {
        var listener = (Callable<Boolean>) () -> hears(http, server, "203.0.113.9");
        for (var hears : threads.invokeAll(nCopies(LISTENERS_PER_NETWORK_MAX, listener))) {
          assertThat(hears.get()).isTrue();
        }
        assertThat(hears(http, server, "203.0.113.9")).isFalse();
        assertThat(hears(http, server, "203.0.113.10")).isTrue();
        http.shutdownNow();
      }
    }
  }

  /** Whether a listener gets events, before its stream ends. It goes on listening. */
  private static boolean hears(HttpClient http, SiteServer server, String client)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(server.endpoint().resolve("/home-events"))
            .header("X-Forwarded-For", client)
            .build();
    var body = http.send(request, BodyHandlers.ofInputStream()).body();
    var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("event: figures")) return true;
    }
    return false;
  }
}
