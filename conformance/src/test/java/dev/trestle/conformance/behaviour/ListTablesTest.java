package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.ValidationErrors.assertFaults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;

/** ListTables. The endpoint may have other tables, so the tests search among all names. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListTablesTest {
  private final DynamoDbClient db;
  private final List<String> tables = new ArrayList<>();

  ListTablesTest(DynamoDbClient db) {
    this.db = db;
    for (int i = 0; i < 4; i++) tables.add(TableSketch.of("list-" + i, "pk S").create(db));
  }

  private List<String> pages(int limit) {
    var names = new ArrayList<String>();
    var start = Optional.<String>empty();
    do {
      var request = ListTablesRequest.builder().limit(limit);
      start.ifPresent(request::exclusiveStartTableName);
      var page = db.listTables(request.build());
      assertThat(page.tableNames()).hasSizeLessThanOrEqualTo(limit);
      names.addAll(page.tableNames());
      start = Optional.ofNullable(page.lastEvaluatedTableName());
      start.ifPresent(last -> assertThat(last).isEqualTo(page.tableNames().getLast()));
    } while (start.isPresent());
    return names;
  }

  @Test
  void every_table_is_listed_once_however_small_the_pages() {
    for (int limit : new int[] {1, 2, 3, 100}) {
      assertThat(pages(limit)).containsAll(tables).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_list_starts_behind_a_name_that_need_not_be_a_table() {
    var first = tables.getFirst();
    var before = first.substring(0, first.length() - 1) + "-";
    var page = db.listTables(request -> request.exclusiveStartTableName(before));
    assertThat(page.tableNames()).contains(first).allMatch(name -> name.compareTo(before) > 0);
    var behind = db.listTables(request -> request.exclusiveStartTableName(tables.getFirst()));
    assertThat(behind.tableNames()).doesNotContain(tables.getFirst());
  }

  @Test
  void the_paginator_of_the_sdk_reads_every_page() {
    var names = db.listTablesPaginator(request -> request.limit(2)).tableNames();
    assertThat(names.stream()).containsAll(tables);
  }

  @Test
  void a_limit_is_one_to_a_hundred() {
    assertFaults(
        () -> db.listTables(request -> request.limit(0)),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 1");
    assertFaults(
        () -> db.listTables(request -> request.limit(101)),
        "Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or"
            + " equal to 100");
    assertFaults(
        () -> db.listTables(request -> request.limit(0).exclusiveStartTableName("a;")),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or"
            + " equal to 1",
        "Value 'a;' at 'exclusiveStartTableName' failed to satisfy constraint: Member must satisfy"
            + " regular expression pattern: [a-zA-Z0-9_.-]+",
        "Value 'a;' at 'exclusiveStartTableName' failed to satisfy constraint: Member must have"
            + " length greater than or equal to 3");
  }
}
