package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.Stage;
import dev.trestle.messenger.model.OtpRequests;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.store.StoreOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoginTest {
  private static final String NUMBER = "+46701234567";

  private final Stage stage = Stage.open();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void a_code_is_good_once() {
    var code = stage.code(NUMBER);
    assertThat(stage.verify(NUMBER, "phone", code).status()).isEqualTo(201);
    assertThat(stage.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
    assertThat(stage.verify(NUMBER, "phone", stage.code(NUMBER)).status()).isEqualTo(200);
  }

  @Test
  void a_code_is_good_for_five_minutes() {
    var code = stage.code(NUMBER);
    stage.clock.advance(Duration.ofMinutes(5));
    assertThat(stage.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
  }

  @Test
  void after_five_wrong_guesses_the_right_code_is_wrong_too() {
    var code = stage.code(NUMBER);
    for (int i = 0; i < 5; i++) {
      assertThat(stage.verify(NUMBER, "phone", wrong(code)).status()).isEqualTo(401);
    }
    assertThat(stage.verify(NUMBER, "phone", code).code()).isEqualTo("INVALID_OTP");
  }

  private static String wrong(String code) {
    return code.equals("000000") ? "000001" : "000000";
  }

  @Test
  void guesses_at_once_are_counted_each() throws Exception {
    var code = stage.code(NUMBER);
    var statuses = new ConcurrentLinkedQueue<Integer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        var _ =
            threads.submit(() -> statuses.add(stage.verify(NUMBER, "phone", wrong(code)).status()));
      }
    }
    assertThat(statuses).hasSize(12).allMatch(status -> status == 401 || status == 429);
    assertThat(stage.verify(NUMBER, "phone", code).status()).isEqualTo(401);
  }

  @Test
  void three_codes_in_a_quarter_of_an_hour_are_enough() {
    for (int i = 0; i < 3; i++) stage.code(NUMBER);
    var fourth = stage.anyone("POST", "/auth/request-otp", Map.of("phone_number", NUMBER));
    assertThat(fourth.code()).isEqualTo("RATE_LIMITED");
    assertThat(Integer.parseInt(fourth.header("Retry-After"))).isBetween(890, 900);
    stage.clock.advance(Duration.ofMinutes(15));
    assertThat(stage.code(NUMBER)).hasSize(6);
  }

  @Test
  void two_who_sign_up_with_one_number_at_once_are_one_user() throws Exception {
    var logins = stage.messenger.parts().logins();
    var users = new ConcurrentLinkedQueue<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4; i++) {
        var device = "device" + i;
        var _ =
            threads.submit(() -> users.add(logins.logIn(NUMBER, device).user().userId().value()));
      }
    }
    assertThat(users).hasSize(4);
    assertThat(users.stream().distinct()).hasSize(1);
  }

  @Test
  void the_answer_does_not_tell_whether_a_number_is_registered() {
    stage.logIn(NUMBER, "phone");
    stage.clock.advance(Duration.ofMinutes(20));
    var known = stage.anyone("POST", "/auth/request-otp", Map.of("phone_number", NUMBER));
    var unknown = stage.anyone("POST", "/auth/request-otp", Map.of("phone_number", "+46709999999"));
    assertThat(known.status()).isEqualTo(unknown.status());
    assertThat(fields(known)).isEqualTo(fields(unknown));
    var wrongKnown = stage.verify(NUMBER, "phone", "12345");
    var wrongUnknown = stage.verify("+46708888888", "phone", "12345");
    assertThat(wrongKnown.code()).isEqualTo(wrongUnknown.code()).isEqualTo("INVALID_OTP");
  }

  private static List<String> fields(Stage.Answer answer) {
    var names = new ArrayList<String>();
    answer.data().fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void neither_number_nor_code_is_stored() {
    var code = stage.code(NUMBER);
    var items =
        stage.trestle.client().scan(scan -> scan.tableName(OtpRequests.TABLE.name())).items();
    assertThat(items).hasSize(1);
    assertThat(items.toString())
        .doesNotContain(NUMBER)
        .doesNotContain(NUMBER.substring(1))
        .doesNotContain(code);
  }

  @Test
  void the_code_is_not_shown_to_who_comes_through_a_proxy() {
    var body = Map.of("phone_number", NUMBER);
    for (var header : List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host")) {
      stage.clock.advance(Duration.ofMinutes(20));
      var answer = stage.call("POST", "/auth/request-otp", body, "", Map.of(header, "1.2.3.4"));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.data().has("dev_code")).isFalse();
    }
  }

  @Test
  void beyond_this_machine_a_gateway_is_needed_and_gets_the_code() {
    var secrets = new MemorySecrets(new SecureRandom());
    var local = MessengerOptions.local(StoreOptions.standard(), secrets);
    assertThatThrownBy(() ->
            new MessengerOptions(
                local.store(),
                secrets,
                local.random(),
                local.limiter(),
                local.limits(),
                Optional.empty(),
                false))
        .isInstanceOf(IllegalArgumentException.class);
    var texts = new ArrayList<String>();
    try (var live =
        Stage.open(options -> options.sms((number, text) -> texts.add(number + ": " + text)))) {
      var answer = live.anyone("POST", "/auth/request-otp", Map.of("phone_number", NUMBER));
      assertThat(answer.data().has("dev_code")).isFalse();
      assertThat(texts).singleElement().asString().startsWith(NUMBER).containsPattern("\\d{6}");
    }
  }

  @Test
  void a_device_replaces_its_session_and_a_sixth_device_the_oldest() {
    var sessions = new ArrayList<Stage.Person>();
    sessions.add(stage.logIn(NUMBER, "d0"));
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

  private Stage.Person again(String device) {
    stage.clock.advance(Duration.ofMinutes(16));
    return stage.logIn(NUMBER, device);
  }

  @Test
  void a_refresh_token_that_comes_twice_ends_the_session() {
    var ann = stage.logIn(NUMBER, "phone");
    var refreshed = refresh(ann.refresh);
    assertThat(refreshed.status()).isEqualTo(200);
    var next = refreshed.data().path("tokens").path("refresh_token").asText();
    assertThat(refresh(ann.refresh).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    assertThat(refresh(next).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
  }

  @Test
  void a_refresh_token_that_somebody_made_up_ends_nothing() {
    var ann = stage.logIn(NUMBER, "phone");
    var made =
        ann.session
            + "."
            + ann.refresh
                .substring(ann.refresh.indexOf('.') + 1)
                .replace('A', 'B')
                .replace('c', 'd');
    if (!made.equals(ann.refresh)) assertThat(refresh(made).status()).isEqualTo(401);
    for (var text : List.of("", ".", "x", ann.session, ann.session + ".", ann.session + ".AAAA")) {
      assertThat(refresh(text).code()).isEqualTo("INVALID_REFRESH_TOKEN");
    }
    assertThat(refresh(ann.refresh).status()).isEqualTo(200);
  }

  private Stage.Answer refresh(String token) {
    return stage.anyone("POST", "/auth/refresh", Map.of("refresh_token", token));
  }

  @Test
  void a_token_of_another_device_is_refused_and_stays_good() {
    var ann = stage.logIn(NUMBER, "phone");
    var body = Map.of("refresh_token", ann.refresh);
    var elsewhere = stage.call("POST", "/auth/refresh", body, "", Map.of("X-Device-ID", "thief"));
    assertThat(elsewhere.code()).isEqualTo("DEVICE_MISMATCH");
    var here = stage.call("POST", "/auth/refresh", body, "", Map.of("X-Device-ID", "phone"));
    assertThat(here.status()).isEqualTo(200);
  }

  @Test
  void a_session_ends_after_thirty_days_without_use() {
    var ann = stage.logIn(NUMBER, "phone");
    stage.clock.advance(Duration.ofDays(30));
    assertThat(refresh(ann.refresh).code()).isEqualTo("INVALID_REFRESH_TOKEN");
  }

  @Test
  void all_other_sessions_end_and_the_own_stays() {
    var ann = stage.logIn(NUMBER, "phone");
    var laptop = again("laptop");
    ann.access = refresh(ann.refresh).data().path("tokens").path("access_token").asText();
    assertThat(laptop.delete("/sessions").data().path("revoked").asInt()).isEqualTo(1);
    assertThat(refresh(laptop.refresh).status()).isEqualTo(200);
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(laptop.get("/sessions").data()).hasSize(1);
    assertThat(again("phone").get("/sessions").data()).hasSize(2);
  }

  @Test
  void a_logout_ends_the_session() {
    var ann = stage.logIn(NUMBER, "phone");
    assertThat(ann.post("/auth/logout", Map.of()).status()).isEqualTo(204);
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(refresh(ann.refresh).status()).isEqualTo(401);
  }
}
