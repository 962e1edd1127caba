package dev.trestle.accounts.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.accounts.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpSmsGatewayTest {
  private static final String NUMBER = "+46701740605";
  private static final String TEXT = "Your login code is 123456.";
  private static final String TOKEN = "token-7f3a";
  private static final int SECONDS_MAX = 64;

  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<Integer> statuses = new ArrayList<>();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Logger logger = Logger.getLogger(HttpSmsGateway.class.getName());
  private final Handler log = new Log();
  private volatile boolean isSilent;
  private HttpServer server;
  private HttpSmsGateway gateway;

  private final class Log extends Handler {
    @Override
    public void publish(LogRecord line) {
      logged.add(line.getMessage() + line.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/sms",
        exchange -> {
          var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          received.add(exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
          if (isSilent) await();
          exchange.sendResponseHeaders(statuses.isEmpty() ? 200 : statuses.removeFirst(), -1);
          exchange.close();
        });
    server.start();
    gateway = gateway(Duration.ofSeconds(30));
    logger.addHandler(log);
  }

  private HttpSmsGateway gateway(Duration timeout) {
    var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/sms");
    return new HttpSmsGateway(address, TOKEN, timeout);
  }

  private void await() {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    logger.removeHandler(log);
    closing.countDown();
    server.stop(0);
  }

  private void assertUnavailable() {
    assertUnavailable(TEXT);
  }

  private void assertUnavailable(String text) {
    assertThatThrownBy(() -> gateway.send(NUMBER, text)).isInstanceOf(Refusal.Unavailable.class);
    assertThat(logged).isNotEmpty();
    assertThat(String.join(" ", logged)).doesNotContain(TOKEN, NUMBER, "123456");
  }

  @Test
  void a_text_is_handed_over_with_the_token() {
    gateway.send(NUMBER, TEXT);
    assertThat(received).singleElement().asString().startsWith("Bearer " + TOKEN);
    assertThat(received.getFirst()).contains("\"to\":\"" + NUMBER, "\"text\":\"" + TEXT);
  }

  @Test
  void a_gateway_that_fails_is_asked_again() {
    statuses.addAll(List.of(500, 503));
    gateway.send(NUMBER, TEXT);
    assertThat(received).hasSize(3);
  }

  @Test
  void a_gateway_that_keeps_failing_is_left() {
    statuses.addAll(List.of(500, 500, 500, 500));
    assertUnavailable();
    assertThat(received).hasSize(3);
  }

  @Test
  void a_refusal_is_not_repeated() {
    statuses.add(400);
    assertUnavailable();
    assertThat(received).hasSize(1);
  }

  @Test
  void a_text_that_may_have_been_sent_is_not_sent_again() {
    isSilent = true;
    // A busy machine may need more time to send a request at all.
    for (int seconds = 1; received.isEmpty() && seconds <= SECONDS_MAX; seconds *= 2) {
      gateway = gateway(Duration.ofSeconds(seconds));
      assertUnavailable(TEXT + " Attempt of " + seconds + " s.");
    }
    assertThat(received).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void a_gateway_that_is_not_there_is_told() {
    server.stop(0);
    assertUnavailable();
  }
}
