package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import dev.trestle.http.RawClient;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.AddressBlock;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Forwarding;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Served;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperatorLoginTest {
  private static final String HERE = "Sec-Fetch-Site: same-origin";

  /** With few rounds: these tests check many passwords. */
  private static final PasswordHash HASH = PasswordHash.of("correct horse", new Random(1), 1000);

  private final ManualClock clock = new ManualClock();
  private final AtomicLong nanos = new AtomicLong();
  private final OperatorLogin login =
      new OperatorLogin(
          HASH,
          new Cookie("operator", false),
          new RateLimits(new MemoryLimiter(nanos::get, 100)),
          clock,
          new Random(2));
  private final Served served =
      new Served(site ->
          site.behind(new Forwarding.Trusted(AddressBlock.parseAll("127.0.0.1").orElseThrow()))
              .at(
                  "",
                  login
                      .router()
                      .get("/secret", login.signedIn(_ -> Reply.text(200, "secret")))
                      .post("/drop", login.signedIn(_ -> Reply.text(200, "dropped"))),
                  ErrorShape.PLAIN));

  @AfterEach
  void close() {
    served.close();
  }

  private RawClient.Response logIn(String password) {
    return served.post("/session", "{\"password\":\"" + password + "\"}", HERE);
  }

  private String cookie() {
    var set = logIn("correct horse").header("set-cookie");
    return "Cookie: " + set.substring(0, set.indexOf(';'));
  }

  @Test
  void the_password_opens_a_session_and_logging_out_ends_it() {
    assertThat(served.get("/secret").status()).isEqualTo(401);
    var cookie = cookie();
    assertThat(served.get("/secret", cookie).text()).isEqualTo("secret");
    assertThat(served.get("/session", cookie).text()).contains("true");
    var out = served.call("DELETE", "/session", "", cookie, HERE);
    assertThat(out.header("set-cookie")).startsWith("operator=; Path=/; Max-Age=0;");
    assertThat(served.get("/secret", cookie).status()).isEqualTo(401);
    assertThat(served.get("/session", cookie).text()).contains("false");
  }

  @Test
  void a_session_ends_by_itself() {
    var cookie = cookie();
    clock.advance(Duration.ofHours(12).minusSeconds(1));
    assertThat(served.get("/secret", cookie).status()).isEqualTo(200);
    clock.advance(Duration.ofSeconds(1));
    assertThat(served.get("/secret", cookie).status()).isEqualTo(401);
  }

  @Test
  void a_made_up_session_is_none() {
    assertThat(served.get("/secret", "Cookie: operator=").status()).isEqualTo(401);
    assertThat(served.get("/secret", "Cookie: operator=aaaa").status()).isEqualTo(401);
    assertThat(served.get("/secret", cookie() + "x").status()).isEqualTo(401);
  }

  @Test
  void another_sites_page_cannot_use_the_session_nor_log_in() {
    var cookie = cookie();
    assertThat(served.call("POST", "/drop", "", cookie, HERE).status()).isEqualTo(200);
    assertThat(served.call("POST", "/drop", "", cookie, "Origin: https://evil.example").status())
        .isEqualTo(403);
    assertThat(served.call("POST", "/drop", "", cookie).status()).isEqualTo(403);
    assertThat(
            served
                .post("/session", "{\"password\":\"correct horse\"}", "Sec-Fetch-Site: cross-site")
                .status())
        .isEqualTo(403);
  }

  @Test
  void guesses_come_to_an_end_even_for_the_right_one() {
    for (int i = 0; i < 5; i++) assertThat(logIn("guess " + i).status()).isEqualTo(401);
    var closed = logIn("correct horse");
    assertThat(closed.status()).isEqualTo(429);
    assertThat(closed.header("retry-after")).isEqualTo("60");
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(logIn("correct horse").status()).isEqualTo(200);
  }

  @Test
  void the_right_password_is_no_guess() {
    for (int i = 0; i < 4; i++) assertThat(logIn("guess " + i).status()).isEqualTo(401);
    for (int i = 0; i < 20; i++) assertThat(logIn("correct horse").status()).isEqualTo(200);
    assertThat(logIn("guess 4").status()).isEqualTo(401);
    assertThat(logIn("guess 5").status()).isEqualTo(429);
  }

  @Test
  void even_with_the_right_password_nobody_signs_in_without_end() {
    for (int i = 0; i < 60; i++) assertThat(logIn("correct horse").status()).isEqualTo(200);
    assertThat(logIn("correct horse").status()).isEqualTo(429);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(logIn("correct horse").status()).isEqualTo(200);
  }

  @Test
  void strangers_who_guess_do_not_lock_the_operator_out() {
    for (int i = 0; i < 40; i++) {
      var from = "X-Forwarded-For: 203.0.113." + i % 8;
      served.post("/session", "{\"password\":\"guess\"}", HERE, from);
    }
    assertThat(logIn("correct horse").status()).isEqualTo(200);
  }

  @Test
  void a_password_is_not_repeated_in_a_refusal() {
    assertThat(logIn("my-other-password").text()).doesNotContain("my-other-password");
  }
}
