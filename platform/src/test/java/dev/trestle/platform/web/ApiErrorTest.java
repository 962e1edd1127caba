package dev.trestle.platform.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Header;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ApiErrorTest {
  @Test
  void who_came_too_often_learns_when_to_come_again() {
    assertThat(tooOften(Duration.ZERO)).isEqualTo("1: Too many requests. Try again in 1 second.");
    assertThat(tooOften(Duration.ofMillis(1001)))
        .isEqualTo("2: Too many requests. Try again in 2 seconds.");
    assertThat(tooOften(Duration.ofSeconds(90)))
        .isEqualTo("90: Too many requests. Try again in 2 minutes.");
    assertThat(tooOften(Duration.ofMinutes(12)))
        .isEqualTo("720: Too many requests. Try again in 12 minutes.");
  }

  @Test
  void facts_for_programs_stand_beside_the_errors_of_fields() {
    var error = ApiError.invalid("maximum", "Too low.").withDetail("next_minimum", 600);
    var json = new String(Json.write(ErrorShape.PLAIN.of(error, "req_1")), UTF_8);
    assertThat(json)
        .contains("\"next_minimum\":600")
        .contains("\"field_errors\":[{\"field\":\"maximum\"");
  }

  private static String tooOften(Duration wait) {
    var error = ApiError.tooOften(wait);
    assertThat(error.headers()).extracting(Header::name).containsExactly("Retry-After");
    return error.headers().getFirst().value() + ": " + error.message();
  }
}
