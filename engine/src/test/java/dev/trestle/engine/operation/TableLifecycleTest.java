package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.TableRequests.index;
import static dev.trestle.engine.operation.TableRequests.named;
import static dev.trestle.engine.operation.TableRequests.people;
import static dev.trestle.engine.operation.TableRequests.refusal;
import static dev.trestle.engine.operation.TableRequests.sorted;
import static dev.trestle.engine.operation.TableRequests.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLifecycleTest {
  @Test
  void a_new_table_is_creating_in_the_answer_and_active_at_once() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      var answer = engine.run(people().create());
      assertThat(answer.status()).isEqualTo(Status.CREATING);
      assertThat(answer.arn()).isEqualTo("arn:aws:dynamodb:us-east-1:000000000000:table/people");
      var described = engine.run(new DescribeTable("people"));
      assertThat(described.status()).isEqualTo(Status.ACTIVE);
      assertThat(described.definition()).isEqualTo(answer.definition());
    }
  }

  @Test
  void a_table_is_the_same_after_reopening(@TempDir Path folder) {
    var request = sorted().attributes(string("pk"), string("sk"), string("a"), string("b"));
    request.local(index("by-a", "pk", "a")).global(index("by-b", "b", "a"));
    TableDescription before;
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      before = engine.run(request.create());
    }
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      var after = engine.run(new DescribeTable("people"));
      assertThat(after.definition()).isEqualTo(before.definition());
    }
  }

  @Test
  void a_deleted_tables_name_is_free_at_once_and_its_numbers_are_not_used_again(
      @TempDir Path folder) {
    int first;
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      first = engine.run(people().create()).definition().id();
      assertThat(engine.run(new DeleteTable("people")).status()).isEqualTo(Status.DELETING);
      assertThat(engine.run(new ListTables(null, null)).tableNames()).isEmpty();
      assertThat(engine.run(people().create()).definition().id()).isGreaterThan(first);
      engine.run(new DeleteTable("people"));
    }
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      assertThat(engine.run(new ListTables(null, null)).tableNames()).isEmpty();
      assertThat(engine.run(people().create()).definition().id()).isGreaterThan(first + 1);
    }
  }

  @Test
  void a_table_that_is_not_there_is_named_in_the_refusal() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      var text = "ResourceNotFoundException: Requested resource not found: Table: nope not found";
      assertThat(refusal(engine, new DescribeTable("nope"))).isEqualTo(text);
      assertThat(refusal(engine, new DeleteTable("nope"))).isEqualTo(text);
    }
  }

  @Test
  void a_name_is_taken_once() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      engine.run(people().create());
      assertThat(refusal(engine, people().create()))
          .isEqualTo("ResourceInUseException: Table already exists: people");
    }
  }

  @Test
  void tables_are_listed_by_name_in_pages() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      for (var name : new String[] {"ccc", "aaa", "bbb"}) engine.run(named(name).create());
      var first = engine.run(new ListTables(null, 2));
      assertThat(first.tableNames()).containsExactly("aaa", "bbb");
      assertThat(first.lastEvaluatedTableName()).contains("bbb");
      var second = engine.run(new ListTables("bbb", 2));
      assertThat(second.tableNames()).containsExactly("ccc");
      assertThat(second.lastEvaluatedTableName()).isEmpty();
    }
  }

  @Test
  void a_table_may_be_named_by_its_arn() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      var arn = engine.run(people().create()).arn();
      assertThat(engine.run(new DescribeTable(arn)).arn()).isEqualTo(arn);
    }
  }

  @Test
  void a_protected_table_is_not_deleted() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      var request = people();
      request.deletionProtection = true;
      engine.run(request.create());
      assertThat(refusal(engine, new DeleteTable("people")))
          .startsWith("ValidationException: Resource cannot be deleted");
      assertThat(engine.run(new ListTables(null, null)).tableNames()).containsExactly("people");
    }
  }

  @Test
  void closing_twice_does_no_harm(@TempDir Path folder) {
    var engine = Engine.open(EngineOptions.at(folder));
    engine.run(people().create());
    engine.close();
    engine.close();
    try (var again = Engine.open(EngineOptions.at(folder))) {
      assertThat(again.run(new ListTables(null, null)).tableNames()).containsExactly("people");
    }
  }

  @Test
  void a_faulty_name_is_told_by_length_and_pattern() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      assertThat(refusal(engine, new DescribeTable("")))
          .isEqualTo(
              "ValidationException: 2 validation errors detected: Value '' at 'tableName' failed to"
                  + " satisfy constraint: Member must have length greater than or equal to 3; Value"
                  + " '' at 'tableName' failed to satisfy constraint: Member must satisfy regular"
                  + " expression pattern: [a-zA-Z0-9_.-]+");
      assertThat(refusal(engine, new DescribeTable("arn:aws:dynamodb:x:0:table/abc/index/i")))
          .contains("Valid ARN format is");
      assertThat(refusal(engine, new ListTables("", 0)))
          .isEqualTo(
              "ValidationException: 3 validation errors detected: Value '0' at 'limit' failed to"
                  + " satisfy constraint: Member must have value greater than or equal to 1; Value"
                  + " '' at 'exclusiveStartTableName' failed to satisfy constraint: Member must"
                  + " satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value '' at"
                  + " 'exclusiveStartTableName' failed to satisfy constraint: Member must have"
                  + " length greater than or equal to 3");
    }
  }
}
