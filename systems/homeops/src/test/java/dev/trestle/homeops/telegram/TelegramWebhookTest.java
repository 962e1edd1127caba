package dev.trestle.homeops.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class TelegramWebhookTest {
  /** A queue whose table is out of reach. */
  private static WorkQueue broken() {
    return (WorkQueue)
        Proxy.newProxyInstance(
            TelegramWebhookTest.class.getClassLoader(),
            new Class<?>[] {WorkQueue.class},
            (_, _, _) -> {
              throw new IllegalStateException("the queue is out of reach");
            });
  }

  /** Telegram repeats an update until it gets 200, so 500 is right if, and only if, it is lost. */
  @Test
  void an_update_that_cannot_be_queued_is_a_500_and_one_that_need_not_be_is_a_200()
      throws Exception {
    var webhook = new TelegramWebhook(broken(), "secret");
    var site = new Site(new Hosts.Loopback(), () -> "req_1");
    site.at("/bot", new Router().post(Telegram.PATH, webhook::receive), ErrorShape.PLAIN);
    try (var server = SiteServer.start(site, "127.0.0.1", 0);
        var http = HttpClient.newHttpClient()) {
      var address = URI.create("http://127.0.0.1:" + server.port() + "/bot" + Telegram.PATH);
      var message =
          """
          {"update_id":1,"message":{"message_id":1,"date":1773252600,"chat":{"id":-4001},\
          "from":{"id":42},"text":"diskat"}}\
          """;
      assertThat(status(http, address, "secret", message)).isEqualTo(500);
      assertThat(status(http, address, "wrong", message)).isEqualTo(401);
      assertThat(status(http, address, "secret", "{\"update_id\":1}")).isEqualTo(200);
      assertThat(status(http, address, "secret", "not JSON")).isEqualTo(200);
    }
  }

  private static int status(HttpClient http, URI address, String token, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("X-Telegram-Bot-Api-Secret-Token", token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
