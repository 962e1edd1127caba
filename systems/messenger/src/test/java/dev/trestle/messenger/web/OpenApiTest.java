package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.OpenApi;
import dev.trestle.messenger.Stage;
import dev.trestle.platform.web.Json;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The document and the server say the same. That answers fit is held by every call of a test. */
class OpenApiTest {
  @Test
  void every_route_is_in_the_document_and_the_reverse() {
    try (var stage = Stage.open()) {
      var routes =
          stage.messenger.rest().routes().stream()
              .map(route -> route.method() + " " + route.path())
              .collect(Collectors.toSet());
      assertThat(OpenApi.document().operations()).containsExactlyInAnyOrderElementsOf(routes);
      assertThat(stage.anyone("GET", "/openapi.json", null).body().path("openapi").asText())
          .isEqualTo("3.1.0");
      assertThat(stage.anyone("GET", "/", null).status()).isEqualTo(200);
      assertThat(stage.anyone("GET", "/health", null).status()).isEqualTo(200);
    }
  }

  @Test
  void an_answer_that_does_not_fit_is_found() {
    var document = OpenApi.document();
    var wrong = Json.tree().valueToTree(Map.of("data", Map.of("status", "ill", "more", 1)));
    assertThat(document.faults("GET", "/health", 200, wrong)).hasSize(2);
    assertThat(document.faults("GET", "/health", 418, wrong)).hasSize(1);
    assertThat(document.faults("GET", "/health", 200, Json.tree().createObjectNode())).hasSize(1);
  }
}
