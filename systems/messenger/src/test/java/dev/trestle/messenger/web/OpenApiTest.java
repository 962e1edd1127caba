package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.MessengerFixture;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every call of every test also checks that the response is as documented. */
class OpenApiTest {
  private static final Set<Integer> NO_ROUTE = Set.of(404, 405);

  @Test
  void the_document_has_every_route_and_no_other() {
    try (var fixture = MessengerFixture.open()) {
      for (var operation : MessengerFixture.DOCUMENT.operations()) {
        var parts = operation.split(" ", 2);
        var response = fixture.anyone(parts[0], parts[1].replaceAll("[{}]", ""), null);
        assertThat(NO_ROUTE).as(operation).doesNotContain(response.status());
      }
    }
  }

  @Test
  void the_service_describes_itself() {
    try (var fixture = MessengerFixture.open()) {
      assertThat(fixture.anyone("GET", "/openapi.json", null).body().path("openapi").asText())
          .isEqualTo("3.1.0");
      assertThat(fixture.anyone("GET", "/", null).status()).isEqualTo(200);
      assertThat(fixture.anyone("GET", "/health", null).status()).isEqualTo(200);
    }
  }
}
