package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page may load, and what it may ask the browser for. */
class MarketPageTest {
  private static HttpHeaders headers(String tileUrl) throws Exception {
    var site = new Site(new Hosts.Loopback(), () -> "req");
    site.at("/ecobid", new MarketPage(tileUrl).router(), ErrorShape.PLAIN);
    try (var server = SiteServer.start(site, "127.0.0.1", 0);
        var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(server.endpoint().resolve("/ecobid/")).build();
      return http.send(request, BodyHandlers.discarding()).headers();
    }
  }

  private static String policy(String tileUrl) throws Exception {
    return headers(tileUrl).firstValue("content-security-policy").orElseThrow();
  }

  @Test
  void without_tiles_everything_comes_from_this_server() throws Exception {
    assertThat(policy("")).contains("img-src 'self' data:;");
  }

  @ParameterizedTest
  @CsvSource({
    "'https://tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org'",
    "'https://{s}.tiles.example.org/{z}/{x}/{y}.png', 'https://*.tiles.example.org'",
    "'http://127.0.0.1:9000/{z}/{x}/{y}.png', 'http://127.0.0.1:9000'"
  })
  void with_tiles_images_of_their_server_are_shown_too(String tileUrl, String origin)
      throws Exception {
    assertThat(policy(tileUrl)).contains("img-src 'self' data: " + origin + ";");
  }

  @Test
  void the_page_may_ask_where_the_browser_is_and_nothing_else() throws Exception {
    assertThat(headers("").firstValue("permissions-policy").orElseThrow())
        .contains("geolocation=(self)", "camera=()", "microphone=()");
  }
}
