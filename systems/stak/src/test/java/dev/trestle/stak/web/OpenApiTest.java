package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Router;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The description contains exactly what is served. */
final class OpenApiTest {
  private static final StakServer SERVER = new StakServer();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static JsonNode document() {
    var answer = SERVER.call("GET", "/stack/openapi.json", "");
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static void add(Set<String> served, String prefix, Router router) {
    for (var route : router.routes()) {
      if (!route.method().equals("OPTIONS"))
        served.add(route.method() + " " + prefix + route.path());
    }
  }

  @Test
  void every_route_is_described_and_every_description_is_served() {
    var served = new TreeSet<String>();
    add(served, AdminApi.PREFIX, SERVER.stak.adminApi());
    add(served, UserRoutes.PREFIX, SERVER.stak.userApi());
    var described = new TreeSet<String>();
    document()
        .get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(method ->
                    described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    assertThat(described).isEqualTo(served);
  }

  @Test
  void every_reference_leads_somewhere_and_every_operation_has_a_name_of_its_own() {
    var document = document();
    for (var ref : document.findValuesAsText("$ref")) {
      assertThat(document.at(ref.substring(1)).isMissingNode()).as(ref).isFalse();
    }
    var names = new ArrayList<>(document.findValuesAsText("operationId"));
    assertThat(names).doesNotHaveDuplicates().isNotEmpty();
    assertThat(document.get("openapi").asText()).startsWith("3.1");
    assertThat(Json.write(document).length).isGreaterThan(1000);
  }
}
