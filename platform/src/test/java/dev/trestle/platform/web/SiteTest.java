package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.http.RawClient;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTest {
  record Note(String title, int count, Optional<String> more) {}

  private static final Served SITE =
      Served.of(
          new Router()
              .get("/things/{thing}", call -> Reply.ok(List.of(call.pathParameter("thing"))))
              .get("/things/own", _ -> Reply.text(200, "own"))
              .get("/files/{file...}", call -> Reply.text(200, call.pathParameter("file")))
              .get(
                  "/files/{file}/head",
                  call -> Reply.text(200, "head of " + call.pathParameter("file")))
              .get("/query", call -> Reply.text(200, call.query("q").orElse("none")))
              .get("/bug", _ -> bug())
              .get("/split", call -> Reply.nothing().with("X-A", call.query("v").orElse("")))
              .add("POST", "/notes", call -> Reply.created(call.json(Note.class)), 200)
              .delete("/things/{thing}", _ -> Reply.nothing()));

  @AfterAll
  static void close() {
    SITE.close();
  }

  private static Reply bug() {
    throw new IllegalStateException("the password is hunter2");
  }

  @Test
  void every_answer_has_the_security_headers_and_a_request_id_of_ours() {
    for (var target : List.of("/things/a", "/nothing", "/bug", "/things/%2e%2e")) {
      var answer = SITE.get(target, "X-Request-Id: req_theirs");
      assertThat(answer.header("content-security-policy"))
          .isEqualTo("default-src 'none'; frame-ancestors 'none'");
      assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
      assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
      assertThat(answer.header("cross-origin-opener-policy")).isEqualTo("same-origin");
      assertThat(answer.header("cross-origin-resource-policy")).isEqualTo("same-origin");
      assertThat(answer.header("permissions-policy")).contains("camera=()");
      assertThat(answer.header("cache-control")).isEqualTo("no-store");
      assertThat(answer.header("x-request-id")).matches("req_\\d+");
      assertThat(answer.headers()).doesNotContainKey("strict-transport-security");
    }
  }

  @Test
  void a_refusal_has_the_one_shape_and_the_id_of_its_request() {
    var answer = SITE.get("/nothing");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text())
        .isEqualTo(
            "{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"There is nothing here.\","
                + "\"details\":{},\"request_id\":\""
                + answer.header("x-request-id")
                + "\"}}");
  }

  @Test
  void who_opens_an_unknown_address_in_a_browser_sees_a_page() {
    var answer = SITE.get("/nothing", "Accept: text/html,application/xhtml+xml,*/*;q=0.8");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.header("content-type")).startsWith("text/html");
    assertThat(answer.header("content-security-policy")).contains("style-src 'self'");
    assertThat(answer.text()).contains("Page not found", "href=\"/\"").doesNotContain("NOT_FOUND");
  }

  @Test
  void words_win_over_places_and_places_over_what_takes_all() {
    assertThat(SITE.get("/things/own").text()).isEqualTo("own");
    assertThat(SITE.get("/things/other").text()).isEqualTo("[\"other\"]");
    assertThat(SITE.get("/files/a/b").text()).isEqualTo("a/b");
    assertThat(SITE.get("/files/a/head").text()).isEqualTo("head of a");
    assertThat(SITE.get("/things/").status()).isEqualTo(404);
  }

  @Test
  void two_routes_that_fit_the_same_paths_are_refused() {
    var router = new Router().get("/a/{x}", _ -> Reply.nothing());
    assertThatThrownBy(() -> router.get("/a/{y}", _ -> Reply.nothing()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void another_method_is_refused_with_those_there_are() {
    var answer = SITE.call("PUT", "/things/a", "");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS");
    var options = SITE.call("OPTIONS", "/things/a", "");
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS");
    assertThat(options.headers()).doesNotContainKey("access-control-allow-origin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/things/%2F",
        "/things/a%2fb",
        "/things/%5c",
        "/things/%00",
        "/things/%0a",
        "/things/..",
        "/things/%2e%2E",
        "/things/.",
        "/things/%",
        "/things/%4",
        "/things/%zz",
        "/things/%ff",
        "/things/%c0%ae%c0%ae",
        "/files/a/%2e%2e/b",
        "/files/..%2f..%2fetc",
        "/files/a/../b",
        "/query?q=%00",
        "/query?q=%zz",
        "http://elsewhere/things/a",
        "*"
      })
  void an_address_that_could_lead_elsewhere_is_refused(String target) {
    assertThat(SITE.get(target).status()).isEqualTo(400);
  }

  @Test
  void a_plus_is_a_plus_in_a_path_and_a_space_in_a_query() {
    assertThat(SITE.get("/things/a+b").text()).isEqualTo("[\"a+b\"]");
    assertThat(SITE.get("/things/%C3%A5").text()).isEqualTo("[\"å\"]");
    assertThat(SITE.get("/query?q=a+b").text()).isEqualTo("a b");
  }

  @Test
  void too_many_parameters_are_refused() {
    assertThat(SITE.get("/query?q=1" + "&a=1".repeat(63)).status()).isEqualTo(200);
    assertThat(SITE.get("/query?q=1" + "&a=1".repeat(64)).status()).isEqualTo(400);
  }

  @Test
  void a_name_that_is_not_of_this_machine_is_misdirected() {
    assertThat(SITE.get("/things/a", "Host: evil.example").status()).isEqualTo(421);
    assertThat(SITE.get("/things/a", "Host: localhost.evil.example").status()).isEqualTo(421);
  }

  @Test
  void a_body_must_say_that_it_is_json() {
    var json = "{\"title\":\"a\",\"count\":1}";
    assertThat(SITE.post("/notes", json).text()).isEqualTo("{\"title\":\"a\",\"count\":1}");
    assertThat(SITE.call("POST", "/notes", json).status()).isEqualTo(415);
    assertThat(SITE.call("POST", "/notes", json, "Content-Type: text/plain").status())
        .isEqualTo(415);
    assertThat(
            SITE.call("POST", "/notes", json, "Content-Type: Application/JSON; charset=utf-8")
                .status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"title\":\"a\"}",
        "{\"title\":null,\"count\":1}",
        "{\"count\":1}",
        "{\"title\":\"a\",\"count\":\"1\"}",
        "{\"title\":\"a\",\"count\":1.5}",
        "{\"title\":\"a\",\"count\":1}{}",
        "{\"title\":\"a\",\"title\":\"b\",\"count\":1}",
        "{\"title\":\"a\",\"count\":null}",
        "{\"title\":\"a\",\"count\":99999999999}",
        "{\"title\":[\"a\"],\"count\":1}",
        "{\"title\":\"a\",\"count\":NaN}"
      })
  void json_that_does_not_fit_is_refused(String json) {
    var answer = SITE.post("/notes", json);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.text()).contains("VALIDATION_ERROR").doesNotContain("Exception");
  }

  @Test
  void a_field_that_does_not_fit_is_named() {
    assertThat(SITE.post("/notes", "{\"count\":1}").text()).contains("\"field\":\"title\"");
    assertThat(SITE.post("/notes", "{\"title\":\"a\",\"count\":\"x\"}").text())
        .contains("\"field\":\"count\"");
  }

  @Test
  void json_nested_without_end_is_refused() {
    assertThat(SITE.post("/notes", "[".repeat(150)).status()).isEqualTo(400);
    var deep = "{\"other\":" + "[".repeat(40) + "]".repeat(40) + "}";
    assertThat(SITE.post("/notes", deep).status()).isEqualTo(400);
  }

  @Test
  void a_bug_tells_nothing() {
    var answer = SITE.get("/bug");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text()).contains("INTERNAL_ERROR").doesNotContain("hunter2");
  }

  @Test
  void a_value_cannot_start_a_header_of_its_own() {
    var answer = SITE.get("/split?v=a%0d%0aSet-Cookie:%20x=y");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
  }

  @Test
  void a_request_that_does_not_arrive_is_told_so() {
    try (var served = new Served(_ -> {}, Served.impatient());
        var client = new RawClient(served.port())) {
      var answer = client.send("GET / HTTP/1.1\r\nHost: local").read();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.header("content-security-policy")).startsWith("default-src 'none'");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void too_long_heads_are_refused() {
    assertThat(SITE.get("/things/a", "X-Long: " + "a".repeat(70_000)).status()).isEqualTo(431);
    assertThat(SITE.post("/notes", "a".repeat(1 << 21)).status()).isEqualTo(413);
  }

  @Test
  void an_observer_learns_the_route_and_not_the_address() {
    try (var served = Served.of(new Router().get("/t/{token}", _ -> Reply.nothing()))) {
      served.get("/t/secret?key=secret");
      served.call("SECRET", "/secret", "");
      assertThat(served.exchanges.toString()).doesNotContain("secret").doesNotContain("SECRET");
      assertThat(served.exchanges).extracting(Exchange::route).containsExactly("/t/{token}", "");
      assertThat(served.exchanges).extracting(Exchange::client).containsOnly("127.0.0.1");
      assertThat(served.exchanges).extracting(Exchange::status).containsExactly(204, 404);
    }
  }
}
