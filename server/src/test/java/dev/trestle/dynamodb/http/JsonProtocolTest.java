package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Samples;
import dev.trestle.dynamodb.embedded.Trestle;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol on its own: bytes in, bytes out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonProtocolTest {
  private Trestle trestle;
  private JsonProtocol protocol;

  @BeforeAll
  void open() {
    trestle = Trestle.inMemory();
    Samples.createTable(trestle.client());
    protocol = new JsonProtocol(trestle.engine());
  }

  @AfterAll
  void close() {
    trestle.close();
  }

  private JsonResponse handle(String operation, String body) {
    return protocol.handle("DynamoDB_20120810." + operation, body.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(JsonResponse answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void members_come_in_any_order_and_unknown_ones_are_passed_over() {
    var put =
        handle(
            "PutItem",
            """
            {"Item": {"sk": {"N": "1"}, "pk": {"S": "a"}}, "Other": [{"x": [1]}],
             "TableName": "samples", "ReturnValues": null}\
            """);
    var got =
        handle(
            "GetItem",
            "{\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1.0\"}},\"TableName\":\"samples\"}");

    assertThat(put).extracting(JsonResponse::status).isEqualTo(200);
    assertThat(text(got)).isEqualTo("{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}");
  }

  @Test
  void tagging_has_an_empty_response() {
    var arn = "\"ResourceArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/samples\"";
    var tagged = handle("TagResource", "{" + arn + ",\"Tags\":[{\"Key\":\"a\",\"Value\":\"b\"}]}");
    var untagged = handle("UntagResource", "{" + arn + ",\"TagKeys\":[\"a\"]}");
    assertThat(tagged.status()).isEqualTo(200);
    assertThat(tagged.body()).isEmpty();
    assertThat(untagged.status()).isEqualTo(200);
    assertThat(untagged.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "}", "[]", "\"a\"", "{} {}", "{\"TableName\":}", "nonsense"})
  void what_is_not_json_is_malformed(String body) {
    var answer = handle("GetItem", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer)).contains("com.amazon.coral.service#SerializationException");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'TableName':1}|NUMBER_VALUE cannot be converted to String",
        "{'TableName':1.5}|DECIMAL_VALUE cannot be converted to String",
        "{'TableName':true}|TRUE_VALUE cannot be converted to String",
        "{'TableName':[]}|Unrecognized collection type class java.lang.String",
        "{'TableName':{}}|Start of structure or map found where not expected",
        "{'ConsistentRead':'maybe'}|Unexpected token received from parser",
        "{'AttributesToGet':'a'}|Unexpected field type",
        "{'Key':'a'}|Unexpected field type",
        "{'Key':{'a':{'B':'abc'}}}|Base64 encoded length is expected a multiple of 4 bytes but"
            + " found: 3",
        "{'Key':{'a':{'B':'YR=='}}}|Invalid last non-pad Base64 character dectected",
        "{'Key':{'a':{'B':'YWF='}}}|Invalid last non-pad Base64 character dectected",
        "{'Key':{'a':{'B':'YW*h'}}}|Invalid last non-pad Base64 character dectected",
        "{'Key':{'a':{'B':1}}}|only base-64-encoded strings are convertible to bytes",
        "{'Key':{'a':{'S':1}}}|NUMBER_VALUE cannot be converted to String",
      })
  void a_member_of_another_type_is_malformed(String body, String message) {
    var answer = handle("GetItem", body.replace('\'', '"'));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer))
        .isEqualTo(
            "{\"__type\":\"com.amazon.coral.service#SerializationException\",\"Message\":\""
                + message
                + "\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1e400", "1e19"})
  void a_limit_that_no_integer_holds_is_malformed(String limit) {
    var response = handle("Scan", "{\"TableName\":\"samples\",\"Limit\":" + limit + "}");

    assertThat(response.status()).isEqualTo(400);
    assertThat(text(response)).contains("com.amazon.coral.service#SerializationException");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|is empty",
        "null|is empty",
        "{'S':null}|is empty",
        "{'X':{'y':[]}}|is empty",
        "{'S':'a','N':'1'}|more than one datatypes",
        "{'NULL':false}|must have the value of true",
        "{'N':'x'}|cannot be converted to a numeric value: x",
        "{'SS':[]}|may not be empty",
        "{'S':'\\ud83d'}|may not contain an unpaired surrogate",
        "{'S':'\\ude00\\ud83d'}|may not contain an unpaired surrogate",
      })
  void a_faulty_value_is_a_validation_exception(String value, String message) {
    var body = "{'TableName':'samples','Key':{'pk':" + value + ",'sk':{'N':'1'}}}";

    var answer = handle("GetItem", body.replace('\'', '"'));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer))
        .contains("com.amazon.coral.validate#ValidationException")
        .contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'TableName':1,",
        "{'TableName':'samples','Key':{'pk':{}}",
        "{'TableName':'samples','Key':{'pk':{'N':'x'}}} }",
      })
  void a_body_that_is_cut_off_is_that_before_anything_else(String body) {
    var answer = handle("GetItem", body.replace('\'', '"'));

    assertThat(text(answer))
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FF",
        "E5",
        "C080",
        "EDA080",
        "F4908080",
      })
  void bytes_that_are_not_utf_8_are_malformed(String hex) {
    var body = new ByteArrayOutputStream();
    body.writeBytes("{\"TableName\":\"".getBytes(StandardCharsets.UTF_8));
    body.writeBytes(HexFormat.of().parseHex(hex));
    body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));

    assertMalformed(body.toByteArray());
  }

  @Test
  void other_encodings_than_utf_8_are_malformed() {
    var body = "{\"TableName\":\"samples\"}";

    assertMalformed(body.getBytes(StandardCharsets.UTF_16));
    assertMalformed(body.getBytes(StandardCharsets.UTF_16LE));
    assertMalformed(("\uFEFF" + body).getBytes(StandardCharsets.UTF_8));
  }

  private void assertMalformed(byte[] body) {
    assertThat(text(protocol.handle("DynamoDB_20120810.DescribeTable", body)))
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
  }

  @Test
  void deep_nesting_is_refused_and_not_a_crash() {
    int levels = 900;
    var deep = "{\"L\":[".repeat(levels / 2) + "{\"NULL\":true}" + "]}".repeat(levels / 2);

    var answer =
        handle(
            "PutItem",
            "{\"TableName\":\"samples\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"d\":"
                + deep
                + "}}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer)).contains("Nesting Levels have exceeded supported limits");
  }

  @Test
  void an_action_that_does_two_things_is_refused() {
    var answer = handle("TransactWriteItems", "{\"TransactItems\":[{\"Put\":{},\"Delete\":{}}]}");

    assertThat(text(answer))
        .contains("TransactItems can only contain one of Check, Put, Update or Delete");
  }

  @Test
  void an_unknown_target_is_an_unknown_operation() {
    var answer = protocol.handle("DynamoDB_20120810.Nonsense", new byte[0]);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer))
        .isEqualTo("{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}");
  }

  @Test
  void the_checksum_is_that_of_the_body() {
    assertThat(
            new JsonResponse(
                    200,
                    "healthy: dynamodb.us-east-1.amazonaws.com ".getBytes(StandardCharsets.UTF_8))
                .crc32())
        .isEqualTo(3128867991L);
  }
}
