package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.TableSketch.ALL;
import static dev.trestle.conformance.behaviour.TableSketch.KEYS_ONLY;
import static dev.trestle.conformance.behaviour.TableSketch.definition;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static dev.trestle.conformance.behaviour.ValidationErrors.notOneOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.trestle.testing.TrestleTest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** CreateTable: what is rejected, and with which texts. No table is created. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateTableFaultTest {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final DynamoDbClient db;

  CreateTableFaultTest(DynamoDbClient db) {
    this.db = db;
  }

  /** Takes attributes as "a S" and keys as "a HASH". */
  private static CreateTableRequest.Builder request(String attributes, String keys) {
    return CreateTableRequest.builder()
        .tableName(TableSketch.name("refused"))
        .attributeDefinitions(attributes(attributes))
        .keySchema(keys(keys))
        .billingMode(BillingMode.PAY_PER_REQUEST);
  }

  private static List<AttributeDefinition> attributes(String list) {
    return split(list).map(each -> definition(each[0], each[1])).toList();
  }

  private static List<KeySchemaElement> keys(String list) {
    return split(list)
        .map(each -> KeySchemaElement.builder().attributeName(each[0]).keyType(each[1]).build())
        .toList();
  }

  private static Stream<String[]> split(String list) {
    if (list.isEmpty()) return Stream.of();
    return Arrays.stream(list.split(", *")).map(each -> each.split(" "));
  }

  private static LocalSecondaryIndex local(String name, String keys, Projection projection) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys(keys))
        .projection(projection)
        .build();
  }

  private static GlobalSecondaryIndex global(String name, String keys, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys(keys))
        .projection(projection)
        .build();
  }

  private void assertFault(CreateTableRequest.Builder request, String... texts) {
    assertInvalid(() -> db.createTable(request.build()), texts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''            | a HASH           | One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [a], AttributeDefinitions: []
          b S           | a HASH           | One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [a], AttributeDefinitions: [b]
          b S           | a HASH, b RANGE  | Invalid KeySchema: Some index key attribute have no definition
          a S           | a HASH, a RANGE  | Invalid KeySchema: Some index key attribute have no definition
          a S, b S      | a HASH, a RANGE  | Both the Hash Key and the Range Key element in the KeySchema have the same name
          a S           | a RANGE          | Invalid KeySchema: The first KeySchemaElement is not a HASH key type
          a S, b S      | a RANGE, b HASH  | Invalid KeySchema: The first KeySchemaElement is not a HASH key type
          a S, b S      | a HASH, b HASH   | Invalid KeySchema: The second KeySchemaElement is not a RANGE key type
          a S, b S      | a HASH           | One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions
          a S, c S, b S | a HASH, b RANGE  | One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions
          """)
  void keys_and_definitions_must_match(String attributes, String keys, String text) {
    // DynamoDB has had two texts for a missing attribute definition.
    assertFault(
        request(attributes, keys),
        text,
        attributes.isEmpty()
            ? "Invalid KeySchema: Some index key attribute have no definition"
            : text);
  }

  @Test
  void what_is_missing_is_told_together() {
    assertFaults(
        () -> db.createTable(request -> request.tableName("abc;")),
        missing("attributeDefinitions"),
        missing("keySchema"),
        "Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
            + " expression pattern: [a-zA-Z0-9_.-]+");
    assertFaults(
        () ->
            db.createTable(
                request("a X", "a Y").billingMode("Z").tableClass((String) null).build()),
        notOneOf("attributeDefinitions.1.member.attributeType", "X", "B, N, S"),
        notOneOf("keySchema.1.member.keyType", "Y", "HASH, RANGE"),
        notOneOf("billingMode", "Z", "PROVISIONED, PAY_PER_REQUEST"));
  }

  @Test
  void a_table_needs_a_name() {
    assertFault(
        request("a S", "a HASH").tableName(null),
        "The parameter 'TableName' is required but was not present in the request");
  }

  @ParameterizedTest
  @CsvSource({"ab, greater than or equal to 3", "*, less than or equal to 255"})
  void a_name_has_three_to_255_letters(String name, String bound) {
    var given = name.equals("*") ? "x".repeat(256) : name;
    assertFault(
        request("a S", "a HASH").tableName(given),
        "Value '"
            + given
            + "' at 'tableName' failed to satisfy constraint: Member must have length "
            + bound,
        "TableName must be at least 3 characters long and at most 255 characters long");
  }

  @Test
  void a_key_has_one_or_two_elements() {
    assertFault(
        request("a S", "").keySchema(List.of()),
        "Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 1");
    var three =
        ValidationErrors.invalid(
            () -> db.createTable(request("a S, b S, c S", "a HASH, b RANGE, c RANGE").build()));
    assertThat(three)
        .startsWith("1 validation error detected: Value '[")
        .endsWith(
            "]' at 'keySchema' failed to satisfy constraint: Member must have length less than or"
                + " equal to 2");
  }

  @Test
  void units_and_billing_must_fit() {
    assertFault(
        request("a S", "a HASH")
            .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L)),
        INVALID
            + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
            + " is PAY_PER_REQUEST");
    assertFault(
        request("a S", "a HASH").billingMode((String) null),
        INVALID
            + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
            + " PROVISIONED");
    assertFault(
        request("a S", "a HASH")
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(
                units -> units.readCapacityUnits(1_000_000_000_001L).writeCapacityUnits(1L)),
        "Given value 1000000000001 for ReadCapacityUnits is out of bounds");
    assertFaults(
        () ->
            db.createTable(
                request("a S", "a HASH")
                    .billingMode(BillingMode.PROVISIONED)
                    .provisionedThroughput(
                        units -> units.readCapacityUnits(0L).writeCapacityUnits(-1L))
                    .build()),
        "Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint:"
            + " Member must have value greater than or equal to 1",
        "Value '-1' at 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint:"
            + " Member must have value greater than or equal to 1");
  }

  static Stream<Arguments> localIndexes() {
    var hash = "a S";
    var pair = "a S, b S";
    var none = Projection.builder().build();
    return Stream.of(
        arguments(
            hash,
            "a HASH",
            local("abc", "a HASH, b RANGE", ALL),
            "Table KeySchema does not have a range key, which is required when specifying a"
                + " LocalSecondaryIndex"),
        arguments(
            pair,
            "a HASH, b RANGE",
            local("abc", "b HASH", ALL),
            "Index KeySchema does not have a range key for index: abc"),
        arguments(
            pair,
            "a HASH, b RANGE",
            local("abc", "b HASH, a RANGE", ALL),
            "Index KeySchema does not have the same leading hash key as table KeySchema for index:"
                + " abc. index hash key: b, table hash key: a"),
        arguments(
            pair,
            "a HASH, b RANGE",
            local("abc", "a HASH, b RANGE", none),
            "Unknown ProjectionType: null"),
        arguments(
            pair,
            "a HASH, b RANGE",
            local("abc", "a HASH, b RANGE", ALL.toBuilder().nonKeyAttributes("x").build()),
            "ProjectionType is ALL, but NonKeyAttributes is specified"),
        arguments(
            pair,
            "a HASH, b RANGE",
            local("abc", "a HASH, b RANGE", Projection.builder().projectionType("INCLUDE").build()),
            "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"));
  }

  @ParameterizedTest
  @MethodSource("localIndexes")
  void a_local_index_must_fit_its_table(
      String attributes, String keys, LocalSecondaryIndex index, String text) {
    assertFault(request(attributes, keys).localSecondaryIndexes(index), INVALID + text);
  }

  static Stream<Arguments> globalIndexes() {
    return Stream.of(
        arguments(
            "a S",
            global("abc", "c HASH", ALL),
            INVALID
                + "Some index key attributes are not defined in AttributeDefinitions. Keys: [c],"
                + " AttributeDefinitions: [a]"),
        arguments(
            "a S, b S",
            global("abc", "b RANGE", ALL),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
        arguments(
            "a S, b S",
            global("abc", "b HASH", Projection.builder().build()),
            INVALID + "Unknown ProjectionType: null"),
        arguments(
            "a S, b S",
            global("abc", "b HASH", KEYS_ONLY.toBuilder().nonKeyAttributes("x").build()),
            INVALID + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"),
        arguments(
            "a S, b S",
            global("abc", "b HASH", Projection.builder().projectionType("INCLUDE").build()),
            INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
        arguments(
            "a S, b S",
            global("abc", "b HASH", ALL).toBuilder()
                .provisionedThroughput(u -> u.readCapacityUnits(1L).writeCapacityUnits(1L))
                .build(),
            INVALID
                + "ProvisionedThroughput should not be specified for index: abc when BillingMode"
                + " is PAY_PER_REQUEST"));
  }

  @ParameterizedTest
  @MethodSource("globalIndexes")
  void a_global_index_must_be_whole(String attributes, GlobalSecondaryIndex index, String text) {
    assertFault(request(attributes, "a HASH").globalSecondaryIndexes(index), text);
  }

  @Test
  void lists_of_indexes_are_not_empty_and_not_too_long() {
    assertFault(
        request("a S, b S", "a HASH, b RANGE").localSecondaryIndexes(List.of()),
        INVALID + "List of LocalSecondaryIndexes is empty");
    assertFault(
        request("a S", "a HASH").globalSecondaryIndexes(List.of()),
        INVALID + "List of GlobalSecondaryIndexes is empty");
    var locals = TableSketch.of("refused", "pk S", "sk S");
    for (int i = 0; i < 6; i++) locals.local("local" + i, KEYS_ONLY, "sk S");
    assertFault(
        locals.request(), INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
    var globals = TableSketch.of("refused", "pk S");
    for (int i = 0; i < 21; i++) globals.global("global" + i, KEYS_ONLY, "pk S");
    assertFault(
        globals.request(),
        INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
  }

  @Test
  void names_of_indexes_are_told_apart_also_between_local_and_global_ones() {
    assertFault(
        TableSketch.of("refused", "pk S", "sk S")
            .local("same", ALL, "sk S")
            .global("same", ALL, "sk S")
            .request(),
        INVALID + "Duplicate index name: same");
    assertFault(
        TableSketch.of("refused", "pk S")
            .global("same", ALL, "pk S")
            .global("same", ALL, "pk S")
            .request(),
        INVALID + "Duplicate index name: same");
  }

  @Test
  void faults_of_global_indexes_are_told_before_those_of_local_ones() {
    var sketch =
        TableSketch.of("refused", "pk S", "sk S").local("aa", ALL, "l S").global("zz", ALL, "g S");
    var tooShort =
        "SecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must have"
            + " length greater than or equal to 3";
    assertThat(ValidationErrors.invalid(() -> db.createTable(sketch.request().build())))
        .isEqualTo(
            "2 validation errors detected: Value 'zz' at 'global"
                + tooShort
                + "; Value 'aa' at 'local"
                + tooShort);
  }

  @Test
  void a_definition_that_no_key_uses_is_refused() {
    assertThat(
            ValidationErrors.invalid(() ->
                db.createTable(
                    request("a S, b S, c S", "a HASH")
                        .globalSecondaryIndexes(global("abc", "b HASH", ALL))
                        .build())))
        .startsWith(INVALID)
        .contains("AttributeDefinitions");
  }

  @Test
  void a_key_of_too_many_attributes_is_refused() {
    var sketch =
        TableSketch.of("refused", "pk S")
            .global("wide", ALL, List.of("h1 S", "h2 S", "h3 S", "h4 S", "h5 S"), List.of());
    Refusals.assertRefused(() -> db.createTable(sketch.request().build()), "ValidationException");
    var sorted =
        TableSketch.of("refused", "pk S")
            .global("wide", ALL, List.of("h1 S"), List.of("r1 S", "r2 S", "r3 S", "r4 S", "r5 S"));
    Refusals.assertRefused(() -> db.createTable(sorted.request().build()), "ValidationException");
  }

  @Test
  void more_than_a_hundred_projected_attributes_are_refused() {
    var sketch = TableSketch.of("refused", "pk S");
    for (int i = 0; i < 6; i++) {
      int index = i;
      var names = Stream.iterate(0, n -> n + 1).limit(20).map(n -> "n" + index + "x" + n);
      sketch.global("global" + i, TableSketch.include(names.toArray(String[]::new)), "pk S");
    }
    Refusals.assertRefused(() -> db.createTable(sketch.request().build()), "ValidationException");
  }

  @Test
  void a_stream_and_its_view_come_together() {
    assertFault(
        request("a S", "a HASH")
            .streamSpecification(s -> s.streamEnabled(false).streamViewType("NEW_IMAGE")),
        INVALID
            + "Table is being created with a stream disabled, UpdateViewType should not be"
            + " specified");
    assertFault(
        request("a S", "a HASH").streamSpecification(s -> s.streamEnabled(true)),
        INVALID + "Table is being created with a stream enabled, UpdateViewType is required");
    var view =
        ValidationErrors.invalid(() ->
            db.createTable(
                request("a S", "a HASH")
                    .streamSpecification(s -> s.streamEnabled(true).streamViewType("ALL"))
                    .build()));
    assertThat(view).contains("'ALL' at 'streamSpecification.streamViewType'");
  }

  @Test
  void elements_of_keys_have_name_and_type() {
    assertFaults(
        () ->
            db.createTable(
                request("a S", "")
                    .keySchema(KeySchemaElement.builder().build())
                    .attributeDefinitions(AttributeDefinition.builder().build())
                    .build()),
        missing("attributeDefinitions.1.member.attributeName"),
        missing("attributeDefinitions.1.member.attributeType"),
        missing("keySchema.1.member.attributeName"),
        missing("keySchema.1.member.keyType"));
  }
}
