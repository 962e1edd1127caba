package dev.trestle.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.trestle.http.Hosts;
import dev.trestle.http.WebSocket;
import dev.trestle.http.WebSocketLimits;
import dev.trestle.http.WebSocketListener;
import dev.trestle.http.WebSocketUpgrade;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scripts with which pages call servers: api.js, events.js, socket.js. */
@BrowserTest
class ClientTest {
  private static final WebSocketLimits LIMITS =
      new WebSocketLimits(1024, 8, 8192, Duration.ofMinutes(1), Duration.ofSeconds(5));

  private final AtomicInteger calls = new AtomicInteger();
  private SiteServer server;

  @BeforeEach
  void start() {
    var trial =
        new Router()
            .get("/fine", _ -> Reply.ok(Map.of("answer", 42)))
            .get("/busy", _ -> busyTwice())
            .post("/busy", _ -> busyTwice())
            .post("/echo", call -> Reply.ok(call.json(Map.class)))
            .delete("/thing", _ -> Reply.nothing())
            .post("/faulty", _ -> refuse())
            .get("/events", _ -> events())
            .get("/socket", this::socket);
    var shared = Pages.in(ClientTest.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(Hosts.of("127.0.0.1"), () -> "req_7")
            .at("/trial", trial, ErrorShape.PLAIN)
            .at("/shared", shared.router(), ErrorShape.PLAIN)
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Reply busyTwice() {
    if (calls.incrementAndGet() > 2) return Reply.ok(Map.of("calls", calls.get()));
    throw ApiError.of(503, "UNAVAILABLE", "Not now.").with("Retry-After", "0");
  }

  private static Reply refuse() {
    throw ApiError.invalid("phone", "This is no phone number.");
  }

  /** Refuses at first, which a bare EventSource takes as final. */
  private Reply events() {
    if (calls.incrementAndGet() == 1) throw ApiError.of(503, "UNAVAILABLE", "Not now.");
    return Reply.ongoing(
        EventStream.of(
            4,
            stream -> {
              stream.send(LiveEvent.json("figures", Map.of("now", 7)));
              return () -> {};
            }));
  }

  /** Closes the first socket at once; echoes on the second. */
  private Reply socket(Call call) {
    int number = calls.incrementAndGet();
    return Reply.ongoing(new WebSocketUpgrade(List.of(), LIMITS, new Echo(number)));
  }

  private static final class Echo implements WebSocketListener {
    private final int number;
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    Echo(int number) {
      this.number = number;
    }

    @Override
    public void opened(WebSocket opened) {
      socket.complete(opened);
      if (number == 1) opened.close(1012, "comes back");
    }

    @Override
    public void text(String message) {
      socket.join().send(message.getBytes(StandardCharsets.UTF_8));
      if (message.contains("bye")) socket.join().close(4001, "gone");
    }

    @Override
    public void closed(int code) {}
  }

  private Page page(BrowserUser visitor) {
    return visitor.open(server.endpoint().resolve("/shared/gallery/"));
  }

  /** Runs a script that may use api, events and socket, and returns its result as text. */
  private static String run(Page page, String script) {
    return String.valueOf(
        page.evaluate(
            """
            async () => {
              const { api, events, socket } = await import('/shared/trestle.js');
              const patience = new Promise((_, reject) => setTimeout(reject, 60_000, 'too long'));
              return Promise.race([patience, (async () => { %s })()]);
            }
            """
                .formatted(script)));
  }

  @Test
  void json_goes_there_and_back(BrowserUser visitor) {
    var page = page(visitor);
    assertThat(run(page, "return (await api('/trial/fine')).answer")).isEqualTo("42");
    assertThat(run(page, "return (await api('/trial/echo', {body: {a: 'å'}})).a")).isEqualTo("å");
    assertThat(run(page, "return (await api.post('/trial/echo', {a: 1})).a")).isEqualTo("1");
    assertThat(run(page, "return String(await api.delete('/trial/thing'))")).isEqualTo("undefined");
  }

  @Test
  void a_busy_server_is_asked_again(BrowserUser visitor) {
    visitor.expectError("503");
    assertThat(run(page(visitor), "return (await api('/trial/busy')).calls")).isEqualTo("3");
  }

  @Test
  void a_server_that_stays_busy_is_told_after_the_last_try(BrowserUser visitor) {
    visitor.expectError("503");
    var said =
        run(page(visitor), "return api('/trial/busy', {tries: 2}).catch((e) => e.status + e.code)");
    assertThat(said).isEqualTo("503UNAVAILABLE");
    assertThat(calls).hasValue(2);
  }

  @Test
  void a_refusal_names_the_field_that_is_wrong(BrowserUser visitor) {
    visitor.expectError("400");
    var said =
        run(
            page(visitor),
            "return api.post('/trial/faulty', {}).catch((e) =>"
                + " [e.name, e.status, e.code, e.fields.phone, e.requestId].join('|'))");
    assertThat(said).isEqualTo("ApiError|400|VALIDATION_ERROR|This is no phone number.|req_7");
  }

  @Test
  void a_server_that_is_away_is_told_as_offline(BrowserUser visitor) {
    visitor.expectError("ERR_");
    var page = page(visitor);
    page.context().setOffline(true);
    var said = run(page, "return api.post('/trial/echo', {}).catch((e) => e.offline + e.code)");
    assertThat(said).isEqualTo("trueOFFLINE");
  }

  @Test
  void events_come_back_after_a_refusal(BrowserUser visitor) {
    visitor.expectError("503");
    var said =
        run(
            page(visitor),
            """
            const states = [];
            const now = await new Promise((resolve) => {
              const stop = events('/trial/events', {
                state: (state) => states.push(state),
                message: (data, type) => { stop(); resolve(type + data.now); },
              });
            });
            return [now, ...states].join(' ');
            """);
    assertThat(said).isEqualTo("figures7 connecting lost connecting live");
  }

  @Test
  void a_socket_comes_back_and_ends_where_that_is_meant(BrowserUser visitor) {
    var said =
        run(
            page(visitor),
            """
            const seen = [];
            await new Promise((resolve) => {
              const link = socket('/trial/socket', {
                open: (link) => seen.push(link.send({type: 'bye'}) ? 'sent' : 'refused'),
                message: (json) => seen.push(json.type),
                final: (code) => code === 4001,
                state: (state) => { seen.push(state); if (state === 'closed') resolve(); },
              });
            });
            return seen.join(' ');
            """);
    assertThat(said).endsWith("lost connecting live sent bye closed");
    assertThat(calls).hasValue(2);
  }
}
