package dev.trestle.accounts.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import dev.trestle.accounts.model.OtpRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignInTest {
  private static final String NUMBER = "+46701234567";

  private final TestServer server = TestServer.open();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_code_works_once() {
    var code = server.code(NUMBER);
    assertThat(server.verify(NUMBER, "phone", code).status()).isEqualTo(201);
    assertThat(server.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
    assertThat(server.verify(NUMBER, "phone", server.code(NUMBER)).status()).isEqualTo(200);
  }

  @Test
  void a_code_expires_after_five_minutes() {
    var code = server.code(NUMBER);
    server.clock.advance(Duration.ofMinutes(5));
    assertThat(server.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
  }

  @Test
  void after_five_wrong_guesses_the_right_code_fails_too() {
    var code = server.code(NUMBER);
    for (int i = 0; i < 5; i++) {
      assertThat(server.verify(NUMBER, "phone", wrong(code)).status()).isEqualTo(401);
    }
    assertThat(server.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
  }

  private static String wrong(String code) {
    return code.equals("000000") ? "000001" : "000000";
  }

  @Test
  void guesses_at_the_same_moment_are_all_counted() throws Exception {
    var code = server.code(NUMBER);
    var statuses = new ConcurrentLinkedQueue<Integer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        var _ =
            threads.submit(
                () -> statuses.add(server.verify(NUMBER, "phone", wrong(code)).status()));
      }
    }
    assertThat(statuses).hasSize(12).allMatch(status -> status == 401 || status == 429);
    assertThat(server.verify(NUMBER, "phone", code).status()).isEqualTo(401);
  }

  private TestResponse askForCode(String number) {
    return server.anyone("POST", "/auth/request-otp", Map.of("phone_number", number));
  }

  @Test
  void strangers_who_request_codes_make_the_owner_wait_for_a_moment_only() {
    for (int i = 0; i < 3; i++) server.code(NUMBER);
    var fourth = askForCode(NUMBER);
    assertThat(fourth.code()).isEqualTo("RATE_LIMITED");
    assertThat(Integer.parseInt(fourth.header("Retry-After"))).isBetween(29, 30);
    server.clock.advance(Duration.ofSeconds(30));
    assertThat(server.verify(NUMBER, "phone", server.code(NUMBER)).status()).isEqualTo(201);
  }

  @Test
  void each_wait_is_twice_the_one_before_up_to_five_minutes() {
    for (int i = 0; i < 3; i++) server.code(NUMBER);
    for (int seconds : new int[] {30, 60, 120, 240, 300, 300}) {
      assertThat(Integer.parseInt(askForCode(NUMBER).header("Retry-After")))
          .isBetween(seconds - 1, seconds);
      server.clock.advance(Duration.ofSeconds(seconds));
      server.code(NUMBER);
    }
  }

  @Test
  void a_number_gets_twenty_codes_a_day() {
    for (int i = 0; i < 20; i++) {
      server.code(NUMBER);
      server.clock.advance(Duration.ofMinutes(5));
    }
    assertThat(askForCode(NUMBER).code()).isEqualTo("RATE_LIMITED");
    server.clock.advance(Duration.ofDays(1));
    assertThat(server.code(NUMBER)).hasSize(6);
  }

  @Test
  void numbers_that_nobody_has_or_that_cost_more_are_refused() {
    for (var number : List.of("+46000000000", "+469001234567", "+15555555555", "+999123456789")) {
      assertThat(askForCode(number).code()).as(number).isEqualTo("VALIDATION_ERROR");
    }
  }

  @Test
  void the_first_name_of_a_user_tells_nothing_of_the_number() {
    var names = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      var number = "+4670174060" + i;
      var login = server.verify(number, "phone", server.code(number));
      var name = login.data().path("user").path("display_name").asText();
      assertThat(name).startsWith("User ");
      names.add(name.substring(5));
    }
    // By chance, one name in 2000 is one of these.
    var ends = List.of("0600", "0601", "0602", "0603", "0604");
    assertThat(names.stream().filter(ends::contains)).hasSizeLessThan(3);
  }

  @Test
  void several_sign_ups_with_one_number_at_once_make_one_user() throws Exception {
    var users = new ConcurrentLinkedQueue<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4; i++) {
        var name = "Ann " + i;
        var _ = threads.submit(() -> users.add(server.accounts.addUser(NUMBER, name).value()));
      }
    }
    assertThat(users).hasSize(4);
    assertThat(users.stream().distinct()).hasSize(1);
  }

  @Test
  void the_response_does_not_tell_whether_a_number_has_an_account() {
    server.signIn(NUMBER, "phone");
    server.clock.advance(Duration.ofMinutes(20));
    var known = server.anyone("POST", "/auth/request-otp", Map.of("phone_number", NUMBER));
    var unknown =
        server.anyone("POST", "/auth/request-otp", Map.of("phone_number", "+46709999999"));
    assertThat(known.status()).isEqualTo(unknown.status());
    assertThat(fields(known)).isEqualTo(fields(unknown));
    var wrongKnown = server.verify(NUMBER, "phone", "12345");
    var wrongUnknown = server.verify("+46708888888", "phone", "12345");
    assertThat(wrongKnown.code()).isEqualTo(wrongUnknown.code()).isEqualTo("INVALID_OTP");
  }

  private static List<String> fields(TestResponse response) {
    var names = new ArrayList<String>();
    response.data().fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void neither_number_nor_code_is_stored() {
    var code = server.code(NUMBER);
    assertThat(server.items(OtpRequests.TABLE.name()))
        .contains("phone_hash")
        .doesNotContain(NUMBER)
        .doesNotContain(NUMBER.substring(1))
        .doesNotContain(code);
  }

  @Test
  void with_a_gateway_the_code_is_sent_and_not_shown() {
    var texts = new ArrayList<String>();
    var options = AccountsOptions.with((number, text) -> texts.add(number + ": " + text));
    try (var live = TestServer.open(options)) {
      var response = live.anyone("POST", "/auth/request-otp", Map.of("phone_number", NUMBER));
      assertThat(response.data().has("dev_code")).isFalse();
      assertThat(texts).singleElement().asString().startsWith(NUMBER).containsPattern("\\d{6}");
    }
  }

  @Test
  void a_device_replaces_its_session_and_a_sixth_device_the_oldest() {
    var sessions = new ArrayList<TestUser>();
    sessions.add(server.signIn(NUMBER, "d0"));
    for (int i = 1; i < 5; i++) sessions.add(again("d" + i));
    assertThat(sessions.get(4).get("/sessions").data()).hasSize(5);
    var replaced = again("d2");
    assertThat(replaced.get("/sessions").data()).hasSize(5);
    assertThat(refresh(sessions.get(2).refresh).status()).isEqualTo(401);
    var sixth = again("d5");
    assertThat(sixth.get("/sessions").data())
        .extracting(session -> session.path("device_id").asText())
        .containsExactlyInAnyOrder("d1", "d2", "d3", "d4", "d5");
    assertThat(refresh(sessions.get(0).refresh).status()).isEqualTo(401);
    assertThat(refresh(replaced.refresh).status()).isEqualTo(200);
  }

  private TestUser again(String device) {
    server.clock.advance(Duration.ofMinutes(16));
    return server.signIn(NUMBER, device);
  }

  @Test
  void a_refresh_token_that_is_used_twice_ends_the_session() {
    var ann = server.signIn(NUMBER, "phone");
    var refreshed = refresh(ann.refresh);
    assertThat(refreshed.status()).isEqualTo(200);
    var next = refreshed.data().path("tokens").path("refresh_token").asText();
    assertThat(refresh(ann.refresh).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    assertThat(refresh(next).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
  }

  @Test
  void a_made_up_refresh_token_ends_nothing() {
    var ann = server.signIn(NUMBER, "phone");
    int secret = ann.refresh.indexOf('.') + 1;
    for (int i = secret; i < ann.refresh.length(); i++) {
      assertThat(refresh(withBitFlipped(ann.refresh, i)).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    }
    for (var text : List.of("", ".", "x", ann.session, ann.session + ".", ann.session + ".AAAA")) {
      assertThat(refresh(text).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    }
    assertThat(refresh(ann.refresh).status()).isEqualTo(200);
  }

  /** Changes one character to its neighbour in base64, which differs in the lowest bit. */
  private static String withBitFlipped(String token, int at) {
    var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char other = alphabet.charAt(alphabet.indexOf(token.charAt(at)) ^ 1);
    return token.substring(0, at) + other + token.substring(at + 1);
  }

  private TestResponse refresh(String token) {
    return server.anyone("POST", "/auth/refresh", Map.of("refresh_token", token));
  }

  @Test
  void a_refresh_token_is_refused_on_another_device_and_stays_valid() {
    var ann = server.signIn(NUMBER, "phone");
    var body = Map.of("refresh_token", ann.refresh);
    var elsewhere = server.call("POST", "/auth/refresh", body, "", Map.of("X-Device-ID", "thief"));
    assertThat(elsewhere.code()).isEqualTo("DEVICE_MISMATCH");
    var here = server.call("POST", "/auth/refresh", body, "", Map.of("X-Device-ID", "phone"));
    assertThat(here.status()).isEqualTo(200);
  }

  @Test
  void a_session_ends_after_30_days_without_use() {
    var ann = server.signIn(NUMBER, "phone");
    server.clock.advance(Duration.ofDays(30));
    assertThat(refresh(ann.refresh).code()).isEqualTo("INVALID_REFRESH_TOKEN");
  }

  @Test
  void all_other_sessions_end_and_the_current_one_stays() {
    var ann = server.signIn(NUMBER, "phone");
    var laptop = again("laptop");
    ann.access = refresh(ann.refresh).data().path("tokens").path("access_token").asText();
    assertThat(laptop.delete("/sessions").data().path("revoked").asInt()).isEqualTo(1);
    assertThat(refresh(laptop.refresh).status()).isEqualTo(200);
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(laptop.get("/sessions").data()).hasSize(1);
    assertThat(again("phone").get("/sessions").data()).hasSize(2);
  }

  @Test
  void signing_out_ends_the_session() {
    var ann = server.signIn(NUMBER, "phone");
    assertThat(ann.post("/auth/logout", Map.of()).status()).isEqualTo(204);
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(refresh(ann.refresh).status()).isEqualTo(401);
  }
}
