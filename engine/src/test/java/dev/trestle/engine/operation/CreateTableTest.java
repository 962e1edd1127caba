package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.TableRequests.hash;
import static dev.trestle.engine.operation.TableRequests.index;
import static dev.trestle.engine.operation.TableRequests.people;
import static dev.trestle.engine.operation.TableRequests.range;
import static dev.trestle.engine.operation.TableRequests.refusal;
import static dev.trestle.engine.operation.TableRequests.sorted;
import static dev.trestle.engine.operation.TableRequests.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.request.TableParameters.Tag;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.item.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CreateTableTest {
  private static final String INVALID =
      "ValidationException: One or more parameter values were invalid: ";

  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  private String refused(TableRequests request) {
    var text = refusal(engine, request.create());
    assertThat(engine.run(new ListTables(null, null)).tableNames()).isEmpty();
    return text;
  }

  @Test
  void broken_constraints_are_counted_and_joined() {
    var request = people();
    request.name = "abc;";
    request.attributes = null;
    request.keys = null;
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: 3 validation errors detected: Value null at"
                + " 'attributeDefinitions' failed to satisfy constraint: Member must not be null;"
                + " Value 'abc;' at 'tableName' failed to satisfy constraint: Member must satisfy"
                + " regular expression pattern: [a-zA-Z0-9_.-]+; Value null at 'keySchema' failed"
                + " to satisfy constraint: Member must not be null");
  }

  @Test
  void a_faulty_name_of_a_global_index_is_told_before_that_of_a_local_one() {
    var request = sorted().local(index("l1", "pk", "a")).global(index("g1", "a"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: 2 validation errors detected: Value 'g1' at"
                + " 'globalSecondaryIndexes.1.member.indexName' failed to satisfy constraint:"
                + " Member must have length greater than or equal to 3; Value 'l1' at"
                + " 'localSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member"
                + " must have length greater than or equal to 3");
  }

  @Test
  void the_elements_of_lists_are_named_by_their_place() {
    var request = people();
    request.attributes = List.of(new AttributeDefinition(null, null));
    request.keys = List.of(new KeySchemaElement(null, "Woop"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: 4 validation errors detected: Value null at"
                + " 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint:"
                + " Member must not be null; Value null at"
                + " 'attributeDefinitions.1.member.attributeName' failed to satisfy constraint:"
                + " Member must not be null; Value null at 'keySchema.1.member.attributeName'"
                + " failed to satisfy constraint: Member must not be null; Value 'Woop' at"
                + " 'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy"
                + " enum value set: [HASH, RANGE]");
  }

  @Test
  void units_go_with_the_billing_mode() {
    var request = people();
    request.throughput = new ProvisionedThroughput(1L, 1L);
    assertThat(refused(request))
        .isEqualTo(
            INVALID
                + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                + " BillingMode is PAY_PER_REQUEST");
    request.billing = null;
    request.throughput = null;
    assertThat(refused(request))
        .isEqualTo(
            INVALID
                + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode"
                + " is PROVISIONED");
    assertThat(refused(people().provisioned(1_000_000_000_001L, 1)))
        .isEqualTo(
            "ValidationException: Given value 1000000000001 for ReadCapacityUnits is out of"
                + " bounds");
    assertThat(refused(people().provisioned(1, 40_001)))
        .startsWith(
            "LimitExceededException: The requested WriteCapacityUnits, 40001, is above the per"
                + " table maximum for the account in us-east-1. Per table maximum: 40000.");
  }

  @Test
  void key_attributes_are_defined_and_definitions_are_used() {
    var missing = people();
    missing.keys = List.of(hash("other"));
    assertThat(refused(missing))
        .isEqualTo(
            INVALID
                + "Some index key attributes are not defined in AttributeDefinitions. Keys:"
                + " [other], AttributeDefinitions: [pk]");
    var fewer = people();
    fewer.keys = List.of(hash("pk"), range("sk"));
    assertThat(refused(fewer))
        .isEqualTo(
            "ValidationException: Invalid KeySchema: Some index key attribute have no definition");
    assertThat(refused(people().attributes(string("pk"), string("b"))))
        .isEqualTo(
            INVALID
                + "Number of attributes in KeySchema does not exactly match number of attributes"
                + " defined in AttributeDefinitions");
    var unused = sorted().attributes(string("sk"), string("a"), string("b"), string("pk"));
    assertThat(refused(unused.global(index("by-a", "a"))))
        .isEqualTo(
            INVALID
                + "Some AttributeDefinitions are not used. AttributeDefinitions: [sk, a, b, pk],"
                + " keys used: [a, sk, pk]");
    assertThat(refused(people().attributes(string("pk"), string("pk"))))
        .isEqualTo("ValidationException: Attribute Name is duplicated: pk");
  }

  @Test
  void a_key_is_a_hash_element_and_perhaps_a_range_element() {
    var request = sorted();
    request.keys = List.of(range("sk"), hash("pk"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Invalid KeySchema: The first KeySchemaElement is not a HASH key"
                + " type");
    request.keys = List.of(hash("pk"), hash("sk"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Invalid KeySchema: The second KeySchemaElement is not a RANGE key"
                + " type");
    request.keys = List.of(hash("pk"), range("pk"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Both the Hash Key and the Range Key element in the KeySchema have"
                + " the same name");
    request.keys = List.of(hash("pk"), range("sk"), range("tk"));
    assertThat(refused(request)).endsWith("Member must have length less than or equal to 2");
  }

  @Test
  void a_local_index_shares_the_tables_hash_key() {
    assertThat(refused(people().local(index("lsi", "pk", "pk"))))
        .isEqualTo(
            INVALID
                + "Table KeySchema does not have a range key, which is required when specifying a"
                + " LocalSecondaryIndex");
    var three = sorted().attributes(string("pk"), string("sk"), string("a"));
    assertThat(refused(three.local(index("lsi", "a", "sk"))))
        .isEqualTo(
            INVALID
                + "Index KeySchema does not have the same leading hash key as table KeySchema for"
                + " index: lsi. index hash key: a, table hash key: pk");
    assertThat(refused(sorted().local(index("lsi", "pk"))))
        .isEqualTo(INVALID + "Index KeySchema does not have a range key for index: lsi");
    assertThat(refused(sorted().local()))
        .isEqualTo(INVALID + "List of LocalSecondaryIndexes is empty");
    var six = IntStream.range(0, 6).mapToObj(i -> index("lsi" + i, "pk", "sk"));
    assertThat(refused(sorted().local(six.toArray(IndexSpecification[]::new))))
        .isEqualTo(INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
  }

  private static TableRequests projecting(
      @Nullable String type, @Nullable List<String> attributes) {
    var projection = new Projection(type, attributes);
    return people().global(new IndexSpecification("gsi", List.of(hash("pk")), projection, null));
  }

  @Test
  void a_projection_names_attributes_if_and_only_if_it_includes_some() {
    assertThat(refused(projecting("INCLUDE", null)))
        .isEqualTo(INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    assertThat(refused(projecting("ALL", List.of("a"))))
        .isEqualTo(INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified");
    assertThat(refused(projecting(null, null))).isEqualTo(INVALID + "Unknown ProjectionType: null");
    assertThat(refused(projecting("INCLUDE", List.of("a", "a"))))
        .isEqualTo(INVALID + "Duplicate element in NonKeyAttributes: a");
    assertThat(refused(projecting("INCLUDE", List.of())))
        .endsWith(
            "Value '[]' at 'globalSecondaryIndexes.1.member.projection.nonKeyAttributes' failed to"
                + " satisfy constraint: Member must have length greater than or equal to 1");
    var created = engine.run(projecting("INCLUDE", List.of("z", "a")).create());
    var index = created.definition().index("gsi").orElseThrow();
    assertThat(index.projection().nonKeyAttributes()).containsExactly("a", "z");
  }

  @Test
  void all_indexes_together_project_a_hundred_attributes() {
    var indexes = new ArrayList<IndexSpecification>();
    for (int i = 0; i < 6; i++) {
      int from = i * 17;
      var names = IntStream.range(from, from + 17).mapToObj(n -> "n" + n).toList();
      indexes.add(
          new IndexSpecification(
              "gsi" + i, List.of(hash("pk")), new Projection("INCLUDE", names), null));
    }
    var request = people();
    request.global = indexes;
    assertThat(refused(request)).startsWith(INVALID).endsWith("limit of 100");
  }

  @Test
  void global_indexes_have_units_if_the_table_has_and_their_number_is_limited() {
    assertThat(refused(people().provisioned(1, 1).global(index("gsi", "pk"))))
        .isEqualTo(INVALID + "ProvisionedThroughput is not specified for index: gsi");
    assertThat(refused(people().global(index("gsi", "pk"), index("gsi", "pk"))))
        .isEqualTo(INVALID + "Duplicate index name: gsi");
    var many = IntStream.range(0, 21).mapToObj(i -> index("gsi" + i, "pk"));
    assertThat(refused(people().global(many.toArray(IndexSpecification[]::new))))
        .isEqualTo(INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
  }

  private TableRequests manyKeys(KeySchemaElement... elements) {
    var definitions = new ArrayList<AttributeDefinition>();
    definitions.add(string("pk"));
    for (var element : elements) {
      var definition = string(String.valueOf(element.attributeName()));
      if (!definitions.contains(definition)) definitions.add(definition);
    }
    var request = people().attributes(definitions.toArray(AttributeDefinition[]::new));
    var projection = new Projection("ALL", null);
    return request.global(new IndexSpecification("gsi", List.of(elements), projection, null));
  }

  @Test
  void a_global_index_may_have_four_hash_and_four_range_attributes() {
    assertThat(refused(manyKeys(hash("a"), hash("b"), hash("c"), hash("d"), hash("e"))))
        .isEqualTo(
            INVALID + "The KeySchema exceeds the maximum allowed number of HASH key attributes");
    assertThat(refused(manyKeys(hash("a"), range("b"), hash("c"))))
        .isEqualTo(
            INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema");
    assertThat(refused(manyKeys(hash("a"), hash("b"), range("a"))))
        .isEqualTo(
            "ValidationException: The KeySchema contains multiple key attributes with the same"
                + " name");
    var full =
        manyKeys(
            hash("a"),
            hash("b"),
            hash("c"),
            hash("d"),
            range("w"),
            range("x"),
            range("y"),
            range("z"));
    var keys = engine.run(full.create()).definition().index("gsi").orElseThrow().keys();
    assertThat(keys.partition())
        .extracting(SchemaAttribute::name)
        .containsExactly("a", "b", "c", "d");
    assertThat(keys.sort()).extracting(SchemaAttribute::name).containsExactly("w", "x", "y", "z");
  }

  @Test
  void definitions_are_shown_by_name() {
    var request = sorted();
    request.attributes = List.of(new AttributeDefinition("sk", "N"), string("pk"));
    assertThat(engine.run(request.create()).definition().attributes())
        .containsExactly(new SchemaAttribute("pk", Type.S), new SchemaAttribute("sk", Type.N));
  }

  @Test
  void a_stream_has_a_view_type_if_and_only_if_it_is_enabled() {
    var request = people();
    request.stream = new StreamSpecification(true, null);
    assertThat(refused(request))
        .isEqualTo(
            INVALID + "Table is being created with a stream enabled, UpdateViewType is required");
    request.stream = new StreamSpecification(false, "KEYS_ONLY");
    assertThat(refused(request))
        .isEqualTo(
            INVALID
                + "Table is being created with a stream disabled, UpdateViewType should not be"
                + " specified");
    request.stream = new StreamSpecification(true, "KEYS_ONLY");
    var stream = engine.run(request.create()).definition().stream().orElseThrow();
    assertThat(stream.view()).isEqualTo(StreamSettings.ViewType.KEYS_ONLY);
    assertThat(stream.label()).isEqualTo(stream.created().toString().replace("Z", ""));
  }

  @Test
  void tags_obey_their_rules() {
    var request = people();
    request.tags = List.of(new Tag("aws:x", "1"));
    assertThat(refused(request))
        .isEqualTo("ValidationException: Tag Key cannot be prefixed with aws:, Key: aws:x");
    request.tags = List.of(new Tag("a", "1"), new Tag("a", "2"));
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Duplicate Tag Keys provided as input: Duplicate Tag Key found a");
    request.tags = List.of(new Tag("a#", "1"));
    assertThat(refused(request))
        .isEqualTo("ValidationException: The Tag Key provided is invalid, Key: a#");
    request.tags = List.of(new Tag("a", null));
    assertThat(refused(request))
        .isEqualTo("ValidationException: The Tag Value provided is invalid, Value: null");
    request.tags = IntStream.range(0, 51).mapToObj(i -> new Tag("k" + i, "")).toList();
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Number of Tags exceed the current limit for the provided"
                + " ResourceArn");
    request.tags = List.of();
    assertThat(engine.run(request.create()).definition().tags()).isEmpty();
  }

  @Test
  void a_wrong_table_class_is_told_by_its_own_text() {
    var request = people();
    request.tableClass = "CHEAP";
    assertThat(refused(request))
        .isEqualTo(
            "ValidationException: Invalid table-class parameter provided. Please try again with a"
                + " valid table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS].");
  }
}
