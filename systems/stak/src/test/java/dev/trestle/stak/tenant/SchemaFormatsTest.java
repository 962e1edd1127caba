package dev.trestle.stak.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of schemas. */
final class SchemaFormatsTest {
  private static final BodySchema SCHEMAS = new BodySchema();

  private static List<BodySchema.SchemaViolation> check(String schema, String text) {
    return SCHEMAS.violations(schema, TextNode.valueOf(text));
  }

  private static String format(String name) {
    return "{\"format\":\"" + name + "\"}";
  }

  @ParameterizedTest
  @CsvSource({
    "date-time, 2026-11-17T12:00:00Z",
    "date-time, 2024-02-29t23:59:59.123456789+05:30",
    "date, 2026-12-31",
    "time, 00:00:00-11:00",
    "email, ann.o'hara+tag@mail.example.com",
    "email, ann@localhost",
    "hostname, xn--bcher-kva.example",
    "ipv4, 192.0.2.255",
    "ipv6, ::ffff:192.0.2.1",
    "ipv6, 2001:db8::1",
    "uri, https://example.com/a?b=c#d",
    "uri, urn:isbn:0451450523",
    "uuid, 123E4567-e89b-12d3-a456-426614174000",
    "colour, anything",
    "regex, (",
  })
  void what_fits_is_accepted(String name, String text) {
    assertThat(check(format(name), text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "date-time, 2026-11-17 12:00:00Z",
    "date-time, 2026-11-17T12:00Z",
    "date-time, 2026-11-17T12:00:00",
    "date-time, 2025-02-29T12:00:00Z",
    "date-time, 2026-11-17T24:00:00Z",
    "date-time, 2026-11-17T12:00:00+25:00",
    "date, 2026-1-1",
    "date, 2026-13-01",
    "time, 12:00:61Z",
    "email, ann",
    "email, ann@",
    "email, @example.com",
    "email, a..b@example.com",
    "email, ann@exa mple.com",
    "email, ann@-example.com",
    "hostname, -a.example",
    "hostname, a..b",
    "ipv4, 256.1.1.1",
    "ipv4, 1.2.3",
    "ipv4, 01.2.3.4",
    "ipv6, 1::2::3",
    "ipv6, fe80::1%eth0",
    "uri, /relative",
    "uri, https://exa mple.com",
    "uri, https://bücher.example",
    "uuid, 123e4567e89b12d3a456426614174000",
  })
  void what_does_not_fit_is_refused_with_its_path(String name, String text) {
    assertThat(check(format(name), text))
        .singleElement()
        .satisfies(violation -> {
          assertThat(violation.path()).isEqualTo("$");
          assertThat(violation.message()).contains(name);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema#"
      })
  void every_draft_checks_them(String draft) {
    var schema = "{\"$schema\":\"" + draft + "\",\"format\":\"email\"}";
    assertThat(SCHEMAS.problem(schema)).isEmpty();
    assertThat(check(schema, "ann")).hasSize(1);
    assertThat(check(schema, "ann@example.com")).isEmpty();
  }

  @Test
  void only_texts_have_a_format_and_long_ones_take_no_longer() {
    var number = IntNode.valueOf(7);
    assertThat(SCHEMAS.violations(format("date"), number)).isEmpty();
    for (var name : SchemaFormats.ALL.keySet()) {
      assertThat(check(format(name), "a.".repeat(16_000))).as(name).hasSizeLessThan(2);
      assertThat(check(format(name), "1:".repeat(16_000) + "@")).as(name).hasSize(1);
    }
  }
}
