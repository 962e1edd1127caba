package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OriginsTest {
  private static final Cookie COOKIE = new Cookie("session", false);
  private static final Cors SHOP = Cors.of(Set.of("https://shop.example"));

  private static final Served SITE =
      Served.of(
          new Router()
              .post("/pay", SameOrigin.required(_ -> Reply.text(200, "paid")))
              .get("/pay", SameOrigin.required(_ -> Reply.text(200, "seen")))
              .post("/local", SameOrigin.ofBrowsers(_ -> Reply.text(200, "done")))
              .get("/cookie", call -> Reply.text(200, COOKIE.in(call).orElse("none")))
              .post("/cookie", _ -> COOKIE.set(Reply.nothing(), "abc", Duration.ofHours(1)))
              .get("/shared", SHOP.around(_ -> Reply.ok(1)))
              .get("/refused", SHOP.around(_ -> refuse()))
              .add("OPTIONS", "/shared", SHOP.preflight("GET")));

  @AfterAll
  static void close() {
    SITE.close();
  }

  private static Reply refuse() {
    throw ApiError.notFound("gone");
  }

  private static int pay(String... headers) {
    return SITE.call("POST", "/pay", "", headers).status();
  }

  private static String here() {
    return "http://localhost:" + SITE.port();
  }

  @Test
  void a_page_of_another_site_cannot_change_anything() {
    assertThat(pay("Origin: https://evil.example")).isEqualTo(403);
    assertThat(pay("Origin: null")).isEqualTo(403);
    assertThat(pay("Sec-Fetch-Site: cross-site")).isEqualTo(403);
    assertThat(pay("Sec-Fetch-Site: same-site", "Origin: " + here())).isEqualTo(403);
    assertThat(pay("Sec-Fetch-Site: none")).isEqualTo(403);
    assertThat(pay("Sec-Fetch-Site: same-origin", "Origin: https://evil.example")).isEqualTo(403);
    assertThat(pay("Origin: http://localhost:" + SITE.port() + ".evil.example")).isEqualTo(403);
    assertThat(pay("Referer: " + here())).isEqualTo(403);
    assertThat(pay()).isEqualTo(403);
  }

  @Test
  void a_page_of_this_site_can() {
    assertThat(pay("Origin: " + here())).isEqualTo(200);
    assertThat(pay("Sec-Fetch-Site: same-origin")).isEqualTo(200);
    assertThat(SITE.get("/pay", "Sec-Fetch-Site: cross-site").status()).isEqualTo(200);
  }

  @Test
  void where_nothing_speaks_for_a_call_programs_can_act_and_strange_pages_cannot() {
    assertThat(SITE.call("POST", "/local", "").status()).isEqualTo(200);
    assertThat(SITE.call("POST", "/local", "", "Origin: " + here()).status()).isEqualTo(200);
    assertThat(SITE.call("POST", "/local", "", "Origin: https://evil.example").status())
        .isEqualTo(403);
    assertThat(SITE.call("POST", "/local", "", "Sec-Fetch-Site: cross-site").status())
        .isEqualTo(403);
  }

  @Test
  void a_cookie_is_for_this_site_and_not_for_scripts() {
    assertThat(SITE.call("POST", "/cookie", "").header("set-cookie"))
        .isEqualTo("session=abc; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict");
    var secure = new Cookie("session", true).set(Reply.nothing(), "abc", Duration.ofHours(1));
    assertThat(secure.header("Set-Cookie").orElseThrow())
        .isEqualTo("__Host-session=abc; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure");
  }

  @Test
  void a_cookie_is_read_by_its_whole_name_and_not_if_it_is_there_twice() {
    assertThat(SITE.get("/cookie", "Cookie: a=b; session=abc").text()).isEqualTo("abc");
    assertThat(SITE.get("/cookie", "Cookie: xsession=abc").text()).isEqualTo("none");
    assertThat(SITE.get("/cookie", "Cookie: session=a; session=b").text()).isEqualTo("none");
    assertThat(SITE.get("/cookie", "Cookie: session=a", "Cookie: session=b").text())
        .isEqualTo("none");
  }

  @Test
  void only_the_named_origins_may_read() {
    var shop = SITE.get("/shared", "Origin: https://shop.example");
    assertThat(shop.header("access-control-allow-origin")).isEqualTo("https://shop.example");
    assertThat(shop.header("vary")).isEqualTo("Origin");
    assertThat(shop.headers()).doesNotContainKey("access-control-allow-credentials");
    assertThat(SITE.get("/shared", "Origin: https://evil.example").headers())
        .doesNotContainKey("access-control-allow-origin");
    var refused = SITE.get("/refused", "Origin: https://shop.example");
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.header("access-control-allow-origin")).isEqualTo("https://shop.example");
  }

  @Test
  void a_browser_that_asks_beforehand_is_told_what_it_may() {
    var asked = SITE.call("OPTIONS", "/shared", "", "Origin: https://shop.example");
    assertThat(asked.status()).isEqualTo(204);
    assertThat(asked.header("access-control-allow-methods")).isEqualTo("GET");
    assertThat(asked.header("access-control-allow-headers")).contains("Authorization");
  }
}
