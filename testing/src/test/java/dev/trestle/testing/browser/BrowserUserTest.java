package dev.trestle.testing.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BrowserUserTest {
  private static final String HEAD =
      "<!doctype html><html lang=en><head><title>Trial</title>"
          + "<meta name=viewport content='width=device-width'></head><body><main><h1>Trial</h1>";

  /** The defect of each page, by its path. */
  private static final Map<String, String> PAGES =
      Map.of(
          "/fine",
              "<p>All is well.</p><button>One</button><a href='#'>Two</a>"
                  + "<div tabindex=0 style='overflow: auto; width: 9rem'>"
                  + "<button style='margin-left: 40rem' tabindex=-1>Three</button></div>",
          "/cut",
              "<div style='overflow: hidden; display: flex'><p style='white-space: nowrap'>"
                  + "Neighbours of the long street behind the old harbour by the sea</p>"
                  + "<button>Send</button></div>",
          "/log", "<script>console.error('oh no')</script>",
          "/throw", "<script>throw new Error('thrown away')</script>",
          "/policy", "<p style='color: red'>Red</p>",
          "/missing", "<img src='/nothing.png' alt='nothing'>",
          "/nameless", "<button></button>",
          "/pale", "<p><font color='#cccccc'>Hardly seen</font></p>",
          "/wide", "<table width=4000><tr><td>Wide</td></tr></table>");

  private static HttpServer server;
  private static Chromium chromium;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", BrowserUserTest::answer);
    server.start();
    chromium = Chromium.start();
  }

  @AfterAll
  static void stop() {
    chromium.close();
    server.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var body = (HEAD + PAGES.getOrDefault(path, "")).getBytes(StandardCharsets.UTF_8);
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "text/html; charset=utf-8");
    if (path.equals("/policy")) headers.set("Content-Security-Policy", "style-src 'self'");
    // Browsers request the icon by themselves.
    boolean isThere = PAGES.containsKey(path) || path.equals("/favicon.ico");
    try (exchange) {
      exchange.sendResponseHeaders(isThere ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private static BrowserUser visitor() {
    return new BrowserUser(chromium, "BrowserUserTest");
  }

  private static BrowserUser whoSaw(String path) {
    var visitor = visitor();
    visitor.open(at(path));
    return visitor;
  }

  @Test
  void a_page_in_order_raises_no_complaint() {
    assertThat(whoSaw("/fine").close()).isEmpty();
  }

  @Test
  void a_logged_error_is_a_complaint() {
    assertThat(whoSaw("/log").close()).singleElement().asString().contains("oh no");
  }

  @Test
  void a_thrown_error_is_a_complaint() {
    assertThat(whoSaw("/throw").close()).anyMatch(text -> text.contains("thrown away"));
  }

  @Test
  void a_broken_policy_is_a_complaint() {
    assertThat(whoSaw("/policy").close())
        .anyMatch(text -> text.contains("Content Security Policy"));
  }

  @Test
  void a_file_that_is_not_there_is_a_complaint() {
    assertThat(whoSaw("/missing").close()).anyMatch(text -> text.contains("404"));
  }

  @Test
  void an_expected_complaint_is_none() {
    var visitor = visitor();
    visitor.expectError("404");
    visitor.open(at("/missing"));
    assertThat(visitor.close()).isEmpty();
  }

  @Test
  void a_button_without_a_name_is_found() {
    assertFault("/nameless", "button-name");
  }

  @Test
  void pale_text_is_found() {
    assertFault("/pale", "color-contrast");
  }

  @Test
  void a_page_wider_than_the_screen_is_found() {
    assertFault("/wide", "pixels wide");
  }

  @Test
  void a_button_that_a_long_text_pushes_out_of_its_frame_is_found() {
    assertFault("/cut", "cut off: [Send]");
  }

  @Test
  void a_button_that_can_be_scrolled_into_view_is_fine() {
    var visitor = visitor();
    visitor.checkAppearance("fine", visitor.open(at("/fine")), Appearance.LIGHT);
    assertThat(visitor.close()).isEmpty();
  }

  private static void assertFault(String path, String words) {
    var visitor = visitor();
    var page = visitor.open(at(path), Appearance.PHONE);
    assertThatThrownBy(() -> visitor.checkAppearance("fault", page, Appearance.PHONE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(words);
    visitor.close();
  }

  @Test
  void the_tab_key_is_followed_through_the_page_once() {
    var visitor = visitor();
    assertThat(FocusOrder.of(visitor.open(at("/fine")))).containsExactly("One", "Two", "Three");
    visitor.close();
  }

  @Test
  void each_visitor_has_a_storage_of_their_own() {
    var ann = visitor();
    var bob = visitor();
    ann.open(at("/fine")).evaluate("localStorage.setItem('name', 'Ann')");
    assertThat(ann.open(at("/fine")).evaluate("localStorage.getItem('name')")).isEqualTo("Ann");
    assertThat(bob.open(at("/fine")).evaluate("localStorage.getItem('name')")).isNull();
    assertThat(ann.close()).isEmpty();
    assertThat(bob.close()).isEmpty();
  }

  @Test
  void the_browser_that_the_environment_names_goes_first() throws IOException {
    var program = Files.createTempFile("chromium-", "");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(Chromium.found(Map.of("CHROMIUM", program.toString()))).contains(program);
    Files.delete(program);
    assertThat(Chromium.found(Map.of("CHROMIUM", program.toString())))
        .isEqualTo(Chromium.found(Map.of()));
  }
}
