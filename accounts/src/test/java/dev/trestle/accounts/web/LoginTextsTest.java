package dev.trestle.accounts.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.login.LoginCodes;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.web.ApiError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoginTextsTest {
  private static final String NUMBER = "+46701740605";
  private static final String GERMAN = "+4915112345678";
  private static final String HERE = "192.0.2.1";
  private static final String ELSEWHERE = "192.0.2.2";
  private static final Rate MANY = Rate.perHour("many", 1000);
  private static final Rate TWO = Rate.perHour("two", 2);

  private final TestServer server = TestServer.open();
  private final LoginCodes codes =
      new LoginCodes(
          server.context.store(AccountsModel.MODEL), new byte[32], new Random(1), server.clock);
  private final List<String> texted = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private LoginTexts texts(Rate ofCountry, Rate ofNetwork, Rate ofNumber) {
    return texts(AccountRates.STANDARD.texts(ofCountry, ofNetwork, ofNumber));
  }

  private LoginTexts texts(AccountRates rates) {
    return new LoginTexts(
        codes, (number, text) -> texted.add(number), server.context.limits(), rates);
  }

  private static void assertRefused(LoginTexts texts, String number, String network) {
    assertThatThrownBy(() -> texts.send(number, network)).isInstanceOf(ApiError.class);
  }

  @Test
  void texts_to_one_country_are_limited() {
    var texts = texts(TWO, MANY, MANY);
    texts.send("+46701740605", HERE);
    texts.send("+46701740606", HERE);
    assertRefused(texts, "+46701740607", ELSEWHERE);
    texts.send(GERMAN, HERE);
    assertThat(texted).containsExactly("+46701740605", "+46701740606", GERMAN);
  }

  @Test
  void one_network_does_not_use_up_the_texts_of_a_country() {
    var texts = texts(Rate.perHour("country", 3), TWO, MANY);
    texts.send("+46701740605", HERE);
    texts.send("+46701740606", HERE);
    for (int i = 0; i < 10; i++) assertRefused(texts, "+46701740607", HERE);
    texts.send("+46701740608", ELSEWHERE);
    assertThat(texted).hasSize(3);
  }

  @Test
  void one_network_cannot_use_up_the_codes_of_a_number_for_the_day() {
    var texts = texts(AccountRates.STANDARD);
    for (int minute = 0; minute < 24 * 60 - 10; minute++) {
      try {
        texts.send(NUMBER, HERE);
      } catch (ApiError | Refusal wait) {
        // Requested again in a minute.
      }
      server.clock.advance(Duration.ofMinutes(1));
    }
    assertThat(texted).hasSizeBetween(6, 12);
    for (int i = 0; i < 3; i++) {
      texts.send(NUMBER, ELSEWHERE);
      server.clock.advance(Duration.ofMinutes(5));
    }
  }

  @Test
  void a_request_beyond_the_texts_of_a_country_leaves_the_code_before_valid() {
    var texts = texts(Rate.perHour("one", 1), MANY, MANY);
    var code = texts.send(NUMBER, HERE).code();
    assertRefused(texts, NUMBER, HERE);
    codes.use(NUMBER, code);
  }

  /** Otherwise whoever asks too soon uses up what others need. */
  @Test
  void a_number_that_has_to_wait_uses_up_nothing() {
    var texts = texts(Rate.perHour("country", 4), MANY, Rate.perHour("number", 4));
    for (int i = 0; i < 3; i++) texts.send(NUMBER, HERE);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> texts.send(NUMBER, HERE))
          .isInstanceOf(Refusal.TooManyRequests.class);
    }
    server.clock.advance(Duration.ofSeconds(30));
    texts.send(NUMBER, HERE);
    assertThat(texted).hasSize(4);
  }
}
