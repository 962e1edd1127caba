package dev.trestle.homeops.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The description says what is served, no more and no less. */
class OpenApiTest {
  private static final HomeOpsServer SERVER = new HomeOpsServer();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void every_route_is_described_and_every_description_is_served() {
    var served = new TreeSet<String>();
    for (var route : SERVER.homeops.api().routes()) {
      served.add(route.method() + " " + route.path());
    }
    var described = new TreeSet<String>();
    SERVER
        .get(null, "/openapi.json")
        .body()
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
    var document = SERVER.get(null, "/openapi.json").body();
    for (var reference : document.findValuesAsText("$ref")) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
    var names = new ArrayList<>(document.findValuesAsText("operationId"));
    assertThat(names).doesNotHaveDuplicates().isNotEmpty();
  }
}
