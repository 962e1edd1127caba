package dev.trestle.accounts.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.ApiDocument;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.platform.web.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every call of every test also checks that the response is as documented. */
class ApiDocumentTest {
  @Test
  void the_document_has_every_route_and_no_other() {
    assertThat(ApiDocument.ACCOUNTS.operations())
        .isEqualTo(
            Set.of(
                "POST /auth/request-otp",
                "POST /auth/verify-otp",
                "POST /auth/refresh",
                "POST /auth/logout",
                "GET /auth/demo-people",
                "GET /auth/openapi.json",
                "GET /users/me",
                "PATCH /users/me",
                "DELETE /users/me",
                "GET /users/me/export",
                "GET /users/{user}",
                "POST /users/lookup",
                "GET /sessions",
                "DELETE /sessions",
                "DELETE /sessions/{session}"));
    try (var server = TestServer.open()) {
      for (var operation : ApiDocument.ACCOUNTS.operations()) {
        var parts = operation.split(" ", 2);
        var response = server.anyone(parts[0], parts[1].replaceAll("[{}]", ""), null);
        assertThat(response.status()).as(operation).isNotIn(404, 405);
      }
      assertThat(server.anyone("GET", "/auth/openapi.json", null).body().path("openapi").asText())
          .isEqualTo("3.1.0");
    }
  }

  @Test
  void a_response_that_is_not_as_documented_is_found() {
    var document = ApiDocument.ACCOUNTS;
    var wrong = Json.tree().valueToTree(Map.of("data", Map.of("revoked", "two", "more", 1)));
    assertThat(document.deviations("DELETE", "/sessions", 200, wrong)).hasSize(2);
    assertThat(document.deviations("DELETE", "/sessions", 418, wrong)).hasSize(1);
    assertThat(document.deviations("DELETE", "/sessions", 200, Json.tree().createObjectNode()))
        .hasSize(1);
  }
}
