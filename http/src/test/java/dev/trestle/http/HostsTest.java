package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
  private final Hosts loopback = Hosts.of("127.0.0.1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "127.1.2.3",
        "[::1]:8000",
        "db.localhost:80"
      })
  void names_of_this_machine_are_answered(String header) {
    assertThat(loopback.accept(header)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "example.com:8000",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "notlocalhost",
        "127.0.0.1:evil",
        "localhost:80:80",
        "[::2]:8000"
      })
  void other_names_are_not(String header) {
    assertThat(loopback.accept(header)).isFalse();
  }

  @Test
  void a_server_that_others_reach_answers_to_any_name() {
    assertThat(Hosts.of("0.0.0.0").accept("example.com")).isTrue();
  }
}
