package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.b;
import static dev.trestle.conformance.behaviour.Attributes.bool;
import static dev.trestle.conformance.behaviour.Attributes.filler;
import static dev.trestle.conformance.behaviour.Attributes.l;
import static dev.trestle.conformance.behaviour.Attributes.m;
import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.nul;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.Attributes.ss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.TrestleTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** What SELECT reads. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExecuteStatementTest {
  private final TestTable table;
  private final Statements db;
  private final Statements indexed;
  private final TestTable scratch;
  private final Statements scratchDb;

  ExecuteStatementTest(DynamoDbClient client) {
    table = TestTable.composite(client, "S", "S");
    db = new Statements(client, table.name());
    for (var pk : List.of("o", "p")) {
      for (var sk : List.of("1", "2", "3")) table.put(key(pk, sk));
    }
    table.put(
        Attributes.with(
            key("item", "1"),
            Map.of(
                "str", s("text"),
                "num", n(5),
                "yes", bool(true),
                "nul", nul(),
                "tags", ss("a", "b"),
                "bin", b(1, 2, 3),
                "l", l(s("x"), n(2)),
                "m", m(Map.of("sub", s("deep"), "k", l(s("c")))),
                "it's", s("it's"))));
    scratch = TestTable.composite(client, "S", "S");
    scratchDb = new Statements(client, scratch.name());
    var other = TestTable.indexed(client);
    indexed = new Statements(client, other.name());
    for (int i = 1; i <= 3; i++) {
      other.put(
          Attributes.with(
              key("p", "s" + i),
              Map.of(
                  "lsk", n(10 - i),
                  "gpk", s(i == 3 ? "z" : "x"),
                  "gsk", n(i),
                  "shown", s("shown" + i),
                  "hidden", s("hidden" + i))));
    }
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", s(pk), "sk", s(sk));
  }

  private List<String> keys(String where, AttributeValue... parameters) {
    return db.items("SELECT * FROM T! WHERE " + where, parameters).stream()
        .map(item -> Items.of(item, "pk").s() + "/" + Items.of(item, "sk").s())
        .toList();
  }

  @Test
  void a_partition_is_read_in_the_order_of_its_sort_keys() {
    assertThat(keys("pk = 'o'")).containsExactly("o/1", "o/2", "o/3");
    assertThat(keys("pk = 'o' AND sk > '1'")).containsExactly("o/2", "o/3");
    assertThat(keys("pk = 'o' AND sk BETWEEN '1' AND '2'")).containsExactly("o/1", "o/2");
    assertThat(keys("'2' <= sk AND pk = ?", s("o"))).containsExactly("o/2", "o/3");
    assertThat(keys("pk = 'o' AND begins_with(sk, '2')")).containsExactly("o/2");
    assertThat(keys("pk = 'absent'")).isEmpty();
  }

  @Test
  void alternatives_are_read_one_after_the_other() {
    assertThat(keys("pk IN ['o', 'absent', 'p'] AND sk = '2'")).containsExactly("o/2", "p/2");
    assertThat(keys("pk = 'o' AND (sk = '1' OR sk = '3')")).containsExactly("o/1", "o/3");
    assertThat(keys("pk = 'o' AND sk IN ('1', '2')")).containsExactly("o/1", "o/2");
    assertThat(keys("pk = 'o' AND sk = '1' OR pk = 'p' AND sk = '3'"))
        .containsExactly("o/1", "p/3");
    assertThat(keys("pk = 'o' AND (sk < '1' OR sk > '1' OR sk = '1')")).hasSize(3);
  }

  @Test
  void what_a_sort_key_is_not_is_asked_of_the_items() {
    assertThat(keys("pk = 'o' AND NOT sk = '1'")).containsExactly("o/2", "o/3");
    assertThat(keys("pk = 'o' AND sk <> '1'")).containsExactly("o/2", "o/3");
    assertThat(keys("pk = 'o' AND sk NOT IN ['1', '3']")).containsExactly("o/2");
    assertThat(keys("pk = 'o' AND NOT sk = '1' OR pk = 'o' AND sk = '2'"))
        .containsExactly("o/2", "o/3");
    assertThat(keys("pk = 'o' OR pk = 'o' AND NOT sk = '1'")).hasSize(3);
  }

  @Test
  void without_a_partition_everything_is_read() {
    assertThat(keys("num = 5")).containsExactly("item/1");
    assertThat(keys("sk = '3'")).containsExactlyInAnyOrder("o/3", "p/3");
    assertThat(keys("pk = 'o' OR num = 5"))
        .containsExactlyInAnyOrder("o/1", "o/2", "o/3", "item/1");
    assertThat(keys("pk > 1")).isEmpty();
    assertThat(db.items("SELECT * FROM T!")).hasSize(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "num > 4 AND num < 6 AND num <= 5 AND num >= 5 AND num != 6",
        "num = 5.0 AND num = 50e-1 AND num > -5 AND num = - - 5 AND num BETWEEN - 2 AND +5",
        "attribute_exists(m.sub) AND ATTRIBUTE_NOT_EXISTS(nope) AND attribute_exists(l[0])",
        "attribute_type(tags, 'SS') AND contains(tags, 'a') AND contains(str, 'ex')",
        "size(str) = 4 AND size(l) = 2 AND begins_with(str, 'te')",
        "nul IS NULL AND str IS NOT NULL AND nope IS MISSING AND str IS NOT MISSING",
        "nope IS NOT NULL AND NOT nope IS NULL",
        "yes IS BOOL AND str IS STRING AND num IS INT AND l IS LIST AND m IS STRUCT AND tags IS"
            + " BAG",
        "m.sub = 'deep' AND m['sub'] = 'deep' AND l[1] = 2 AND \"m\".\"k\"[0] = 'c'",
        "tags = <<'b', 'a'>> AND l = ['x', 2] AND m = {'k': ['c'], 'sub': 'deep'}",
        "\"it's\" = 'it''s' AND yes = true AND nul = NULL",
        "(attribute_exists(nope) = false) AND true = attribute_exists(num)",
        "attribute_exists(num) <> 1 AND (num BETWEEN 0 AND 5) = true",
        "attribute_exists(num) = yes AND attribute_exists(nope) IN [true, false]",
        "NOT (num = 6 OR str = 'other') AND num IN [1, 5]",
        "(num = size(l) OR str = m.sub OR (str <> m.sub))",
      })
  void conditions_are_those_of_expressions(String condition) {
    assertThat(keys("pk = 'item' AND sk = '1' AND " + condition)).containsExactly("item/1");
    assertThat(keys("pk = 'item' AND NOT (" + condition + ")")).isEmpty();
    assertThat(keys("(" + condition + ") AND num = 5")).containsExactly("item/1");
  }

  @Test
  void columns_stand_under_their_last_names() {
    var select = "SELECT sk, m.sub, m.k[0], l[-0], nope FROM T! WHERE pk = 'item'";
    assertThat(db.items(select))
        .containsExactly(Map.of("sk", s("1"), "sub", s("deep"), "k[0]", s("c"), "l[0]", s("x")));
  }

  @Test
  void comments_and_spaces_mean_nothing() {
    var select = "/* a */select -- b\n * from T!\n\twhere pk/**/='o' and sk='1' ; -- end";
    assertThat(db.items(select)).containsExactly(key("o", "1"));
  }

  @Test
  void order_by_is_by_the_keys() {
    assertThat(keys("pk = 'o' ORDER BY sk DESC")).containsExactly("o/3", "o/2", "o/1");
    assertThat(keys("pk = 'o' ORDER BY sk")).containsExactly("o/1", "o/2", "o/3");
    assertThat(keys("pk IN ['o', 'p'] ORDER BY pk DESC, sk ASC"))
        .containsExactly("p/1", "p/2", "p/3", "o/1", "o/2", "o/3");
    assertThat(keys("pk = 'o' AND sk IN ['3', '1'] ORDER BY sk")).containsExactly("o/1", "o/3");
  }

  @Test
  void ordered_by_the_partition_key_alone_sort_keys_come_backwards() {
    assertThat(keys("pk = 'o' ORDER BY pk ASC")).containsExactly("o/3", "o/2", "o/1");
  }

  @Test
  void pages_go_on_where_the_last_one_ended() {
    assertThat(db.sortKeys("SELECT * FROM T! WHERE pk = 'o'", 1)).containsExactly("1", "2", "3");
    assertThat(db.sortKeys("SELECT sk FROM T! WHERE pk IN ['o', 'p'] ORDER BY pk DESC", 2))
        .containsExactly("3", "2", "1", "3", "2", "1");
    assertThat(db.sortKeys("SELECT * FROM T!", 2)).hasSize(7);
    assertThat(db.sortKeys("SELECT * FROM T! WHERE pk IN ['p', 'o'] AND sk > '1'", 1))
        .containsExactly("2", "3", "2", "3");
  }

  @Test
  void the_limit_counts_what_is_read_and_not_what_is_shown() {
    var page = db.run("SELECT * FROM T! WHERE pk = 'o' AND nope = 1", r -> r.limit(2));
    assertThat(page.items()).isEmpty();
    assertThat(page.lastEvaluatedKey()).isEqualTo(key("o", "2"));
    assertThat(page.nextToken()).isNotNull();
  }

  @Test
  void more_than_ten_partitions_are_read_in_pages_of_ten() {
    var values = IntStream.range(0, 12).mapToObj(i -> "'in" + i + "'").toList();
    for (int i = 0; i < 12; i++) scratch.put(key("in" + i, "1"));
    var select = "SELECT pk, sk FROM T! WHERE pk IN " + values;
    var first = scratchDb.run(select);
    assertThat(first.items()).hasSize(10);
    var second = scratchDb.run(select, r -> r.nextToken(first.nextToken()));
    var all = new ArrayList<>(first.items());
    all.addAll(second.items());
    assertThat(all).hasSize(12).doesNotHaveDuplicates();
    assertThat(second.nextToken()).isNull();
  }

  @Test
  void a_page_ends_after_a_megabyte() {
    for (int i = 0; i < 5; i++) {
      scratch.put(Attributes.with(key("large", "" + i), Map.of("f", filler(300_000))));
    }
    var page = scratchDb.run("SELECT * FROM T! WHERE pk = 'large'");
    assertThat(page.items()).hasSize(4);
    assertThat(scratchDb.sortKeys("SELECT * FROM T! WHERE pk = 'large'", 100)).hasSize(5);
  }

  @Test
  void an_index_shows_what_it_has() {
    assertThat(indexed.items("SELECT * FROM T!.\"keys\" WHERE gpk = 'x' AND gsk > 1"))
        .containsExactly(
            Attributes.with(
                key("p", "s2"), Map.of("gpk", s("x"), "gsk", n(2), "shown", s("shown2"))));
    assertThat(indexed.sortKeys("SELECT * FROM T!.\"local\" WHERE pk = 'p'", 1))
        .containsExactly("s3", "s2", "s1");
    assertThat(indexed.items("SELECT * FROM T!.\"whole\" WHERE pk = 'p' AND hidden = 'hidden1'"))
        .hasSize(1);
    assertThat(indexed.items("SELECT * FROM T!.\"keys\" WHERE NOT hidden = 'hidden1'")).hasSize(3);
  }

  @Test
  void a_local_index_fetches_what_it_does_not_have() {
    var page =
        indexed.run(
            "SELECT hidden FROM T!.\"local\" WHERE pk = 'p' AND lsk = 9",
            r -> r.consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    assertThat(page.items()).containsExactly(Map.of("hidden", s("hidden1")));
    assertThat(page.consumedCapacity().table().capacityUnits()).isEqualTo(1.0);
    assertThat(
            page.consumedCapacity()
                .localSecondaryIndexes()
                .values()
                .iterator()
                .next()
                .capacityUnits())
        .isEqualTo(1.0);
  }

  @Test
  void capacity_is_that_of_the_reads() {
    var one =
        db.run(
            "SELECT * FROM T! WHERE pk = 'o'",
            r -> r.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(one.consumedCapacity().capacityUnits()).isEqualTo(0.5);
    assertThat(one.consumedCapacity().tableName()).isEqualTo(table.name());
    var two =
        db.run(
            "SELECT * FROM T! WHERE pk IN ['o', 'p']",
            r -> r.consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(two.consumedCapacity().capacityUnits()).isEqualTo(2.0);
    assertThat(db.run("SELECT * FROM T! WHERE pk = 'o'").consumedCapacity()).isNull();
  }

  @Test
  void a_parameter_is_a_value_whatever_it_says() {
    var hostile = "o' OR pk = 'p";
    assertThat(keys("pk = ?", s(hostile))).isEmpty();
    scratch.put(key(hostile, "?"));
    assertThat(scratchDb.items("SELECT * FROM T! WHERE pk = ? AND sk = '?'", s(hostile)))
        .containsExactly(key(hostile, "?"));
  }
}
