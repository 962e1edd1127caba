package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.stak.web.StakServer.TestTenant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Templates over the API: written, previewed, filled in by posts. */
final class TemplatesTest {
  private static final StakServer SERVER = new StakServer();
  private static final String PACKED =
      """
      {"category":"orders","language":"en","contents":{
        "en":{"title":"Order {{number}} is packed","body":"It ships {{day}}.",
              "cta_uri":"https://shop.example/orders/{{number}}"},
        "sv":{"title":"Order {{number}} är packad","body":{"text":"Den skickas {{day}}.","n":[1]}}}}
      """;
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("words" + ++tenants);
    assertThat(put("packed", PACKED).status()).isEqualTo(200);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private StakServer.Response put(String name, String body) {
    return SERVER.admin(acme, "PUT", "/DEFAULT/templates/" + name, body);
  }

  private StakServer.Response post(String message) {
    var body =
        "{\"headers\":{\"audiences\":{\"kind\":\"users\",\"uids\":[\"ann\"]}},\"message\":"
            + message
            + "}";
    return SERVER.admin(acme, "POST", "/DEFAULT/messages/post", body);
  }

  private JsonNode received(StakServer.Response posted) {
    assertThat(posted.status()).isEqualTo(200);
    SERVER.awaitDelivery(acme, posted.body().at("/data/id").asText());
    return SERVER.user(acme, "ann", "GET", "/messages/last/1", "").body().at("/messages/0");
  }

  @Test
  void a_template_is_listed_with_its_languages_and_variables_changed_and_deleted() {
    var listed = SERVER.admin(acme, "GET", "/DEFAULT/templates", "").body().at("/data/0");
    assertThat(listed.path("name").asText()).isEqualTo("packed");
    assertThat(listed.path("variables").toString()).isEqualTo("[\"day\",\"number\"]");
    assertThat(listed.at("/contents/sv/body/n/0").asInt()).isEqualTo(1);
    var stale = PACKED.replaceFirst("\\{", "{\"version\":0,");
    assertThat(put("packed", stale).status()).isEqualTo(409);
    assertThat(put("packed", PACKED).status()).isEqualTo(200);
    var path = "/DEFAULT/templates/packed";
    assertThat(SERVER.admin(acme, "DELETE", path, "").status()).isEqualTo(200);
    assertThat(SERVER.admin(acme, "GET", path, "").status()).isEqualTo(404);
    assertThat(post("{\"template\":\"packed\"}").status()).isEqualTo(404);
  }

  @Test
  void a_post_fills_in_the_template_in_its_language() {
    var english =
        received(post("{\"template\":\"packed\",\"variables\":{\"number\":7,\"day\":\"today\"}}"));
    assertThat(english.path("category").asText()).isEqualTo("orders");
    assertThat(english.at("/message/title").asText()).isEqualTo("Order 7 is packed");
    assertThat(english.at("/message/body").asText()).isEqualTo("It ships today.");
    assertThat(english.at("/message/cta_uri").asText()).isEqualTo("https://shop.example/orders/7");
    var swedish =
        received(
            post(
                "{\"template\":\"packed\",\"language\":\"sv-FI\","
                    + "\"variables\":{\"number\":8,\"day\":\"i dag\"}}"));
    assertThat(swedish.at("/message/body/text").asText()).isEqualTo("Den skickas i dag.");
  }

  @Test
  void a_value_changes_neither_the_structure_of_a_body_nor_where_a_link_leads() {
    var hostile = "\\\",\\\"n\\\":[2],{{day}}/../x?y#z";
    var preview =
        SERVER.admin(
            acme,
            "POST",
            "/DEFAULT/templates/packed/preview",
            "{\"language\":\"sv\",\"variables\":{\"number\":\"1\",\"day\":\"" + hostile + "\"}}");
    var body = preview.body().at("/data/message/body");
    assertThat(body.at("/n/0").asInt()).isEqualTo(1);
    assertThat(body.path("text").asText()).contains("{{day}}/../x");
    var link =
        SERVER
            .admin(
                acme,
                "POST",
                "/DEFAULT/templates/packed/preview",
                "{\"variables\":{\"number\":\"../x?y#z é\",\"day\":\"1\"}}")
            .body()
            .at("/data/message/cta_uri")
            .asText();
    assertThat(link).isEqualTo("https://shop.example/orders/..%2Fx%3Fy%23z%20%C3%A9");
  }

  @Test
  void what_is_missing_or_wrong_is_named() {
    var missing = post("{\"template\":\"packed\",\"variables\":{\"day\":\"today\"}}");
    assertThat(missing.status()).isEqualTo(400);
    assertThat(missing.body().toString()).contains("message.variables.number");
    var both = post("{\"template\":\"packed\",\"title\":\"Mine\"}");
    assertThat(both.body().toString()).contains("message.template");
    var link = PACKED.replace("https://shop.example/", "javascript:alert(1)//");
    assertThat(put("bad", link).body().toString()).contains("contents.en.cta_uri");
    assertThat(put("bad", PACKED.replace("\"sv\"", "\"Svenska\"")).status()).isEqualTo(400);
    var none = PACKED.replace("\"language\":\"en\"", "\"language\":\"de\"");
    assertThat(put("bad", none).body().toString()).contains("language");
  }
}
