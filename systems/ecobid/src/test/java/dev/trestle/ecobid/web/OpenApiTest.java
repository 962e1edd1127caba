package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That responses are as documented is checked with every call of every test. */
class OpenApiTest {
  private final EcoBidServer server = new EcoBidServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void the_document_has_every_route_and_no_other() {
    var served = new TreeSet<String>();
    for (var route : server.ecobid.api().routes()) {
      if (!route.method().equals("OPTIONS")) served.add(route.method() + " " + route.path());
    }
    assertThat(EcoBidServer.DOCUMENT.operations()).isEqualTo(served);
  }

  @Test
  void the_document_is_served_and_every_reference_leads_somewhere() {
    var document = server.get(null, "/openapi.json").body();
    assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
    for (var reference : document.findValuesAsText("$ref")) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
    assertThat(document.findValuesAsText("operationId")).doesNotHaveDuplicates().isNotEmpty();
  }
}
