package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query and Scan, page by page and through the SDK's paginators. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {
  private static final int ITEMS = 25;

  private Trestle trestle;
  private DynamoDbClient client;

  @BeforeAll
  void open() {
    trestle = Trestle.inMemory();
    client = trestle.client();
    Samples.createTable(client);
    for (int sk = 0; sk < ITEMS; sk++) {
      var colour = AttributeValue.fromS(sk % 2 == 0 ? "red" : "blue");
      var item = Samples.item("a", sk, "colour", colour);
      client.putItem(r -> r.tableName(Samples.TABLE).item(item));
    }
  }

  @AfterAll
  void close() {
    trestle.close();
  }

  private static QueryRequest.Builder all() {
    return QueryRequest.builder()
        .tableName(Samples.TABLE)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("a")));
  }

  @Test
  void a_page_ends_where_its_limit_is() {
    var page = client.query(all().limit(10).build());

    assertThat(page.count()).isEqualTo(10);
    assertThat(page.scannedCount()).isEqualTo(10);
    assertThat(page.items()).hasSize(10);
    assertThat(page.lastEvaluatedKey()).isEqualTo(Samples.key("a", 9));
  }

  @Test
  void the_last_page_has_no_key_to_go_on_from() {
    var page = client.query(all().build());

    assertThat(page.count()).isEqualTo(ITEMS);
    assertThat(page.hasLastEvaluatedKey()).isFalse();
  }

  @Test
  void a_count_has_no_items() {
    var page = client.query(all().select(Select.COUNT).build());

    assertThat(page.count()).isEqualTo(ITEMS);
    assertThat(page.hasItems()).isFalse();
  }

  @Test
  void items_that_do_not_pass_the_filter_are_read_but_not_shown() {
    var page =
        client.query(
            all()
                .filterExpression("colour = :red")
                .expressionAttributeValues(
                    Map.of(":pk", AttributeValue.fromS("a"), ":red", AttributeValue.fromS("red")))
                .build());

    assertThat(page.count()).isEqualTo(13);
    assertThat(page.scannedCount()).isEqualTo(ITEMS);
  }

  @Test
  void a_query_the_old_way_finds_the_same() {
    var pk =
        Condition.builder()
            .comparisonOperator(ComparisonOperator.EQ)
            .attributeValueList(AttributeValue.fromS("a"))
            .build();

    var page = client.query(r -> r.tableName(Samples.TABLE).keyConditions(Map.of("pk", pk)));

    assertThat(page.items()).isEqualTo(client.query(all().build()).items());
  }

  @Test
  void an_index_is_queried_backwards() {
    var page =
        client.query(r ->
            r.tableName(Samples.TABLE)
                .indexName(Samples.INDEX)
                .keyConditionExpression("colour = :red")
                .expressionAttributeValues(Map.of(":red", AttributeValue.fromS("red")))
                .scanIndexForward(false));

    assertThat(page.items()).hasSize(13);
  }

  @Test
  void the_paginator_walks_all_pages_of_a_query() {
    var pages = client.queryPaginator(all().limit(10).build());

    assertThat(pages.stream().map(page -> page.count())).containsExactly(10, 10, 5);
    assertThat(pages.items().stream().map(item -> item.get("sk")))
        .containsExactlyElementsOf(
            IntStream.range(0, ITEMS)
                .mapToObj(sk -> AttributeValue.fromN(Integer.toString(sk)))
                .toList());
  }

  @Test
  void the_paginator_walks_all_segments_of_a_scan() {
    int found = 0;
    for (int segment = 0; segment < 3; segment++) {
      int own = segment;
      var pages =
          client.scanPaginator(
              r -> r.tableName(Samples.TABLE).limit(4).segment(own).totalSegments(3));
      found += (int) pages.items().stream().count();
    }

    assertThat(found).isEqualTo(ITEMS);
  }

  @Test
  void the_asynchronous_paginator_walks_all_pages() {
    var found = new CopyOnWriteArrayList<Integer>();

    trestle
        .asyncClient()
        .queryPaginator(all().limit(10).build())
        .subscribe(page -> found.add(page.count()))
        .join();

    assertThat(found).containsExactly(10, 10, 5);
  }
}
