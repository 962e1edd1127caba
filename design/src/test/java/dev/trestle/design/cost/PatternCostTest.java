package dev.trestle.design.cost;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PatternCostTest {
  record Page(String book, String number, String text, Optional<String> mark, long seen) {}

  record OfBook(String book) {}

  record OfPage(String book, String number) {}

  record Two(Page page, OfPage other) {}

  record Marked(String book, String number, String mark) {}

  private static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z"), 9);
  private static final Part<String> NUMBER = Part.text("number", Alphabet.of("0-9"), 9);
  private static final Part<String> MARK = Part.text("mark", Alphabet.of("a-z"), 9);

  private static final TableOrIndex TABLE = TableOrIndex.of("pages");
  private static final TableOrIndex ALL = TableOrIndex.of("pages", "all");
  private static final TableOrIndex MARKS = TableOrIndex.of("pages", "marks");

  /** An item of a little more than 1500 bytes, in an index with all of it and one with its keys. */
  private static final Entity<Page> PAGE = page("x".repeat(1500));

  private static Entity<Page> page(String text) {
    return Table.named("pages")
        .partition(string("pk"))
        .sort(string("sk"))
        .global(index("all", string("apk")).all())
        .global(index("marks", string("mpk")).keysOnly())
        .build()
        .entity(Page.class, lookup())
        .partition(KeyTemplate.of("b#<book>", BOOK))
        .sort(KeyTemplate.of("p#<number>", NUMBER))
        .in("all", KeyTemplate.of("n#<number>", NUMBER))
        .in("marks", KeyTemplate.of("m#<mark>", MARK))
        .example(new Page("emma", "7", text, Optional.of("here"), 3));
  }

  private static Consumption cost(AccessPattern pattern) {
    var model = Model.named("pages").entities(PAGE).patterns(pattern).build();
    return PatternCost.of(Design.of(model)).getFirst().perCall();
  }

  @Test
  void a_put_writes_the_table_and_each_index_by_what_it_shows() {
    var put = cost(PAGE.put("P", "keep a page").build());
    assertThat(put.of(TABLE)).isEqualTo(Units.writing(2));
    assertThat(put.of(ALL)).isEqualTo(Units.writing(2));
    assertThat(put.of(MARKS)).isEqualTo(Units.writing(1));
    assertThat(put.writeAmplification()).isEqualTo(2.5);
  }

  @Test
  void an_update_writes_only_the_indexes_that_show_what_it_changes() {
    var update = cost(PAGE.update("U", "see", OfPage.class).set(Page::seen).to(4L).build());
    assertThat(update.of(TABLE)).isEqualTo(Units.writing(2));
    assertThat(update.of(ALL)).isEqualTo(Units.writing(2));
    assertThat(update.of(MARKS)).isEqualTo(Units.NONE);
  }

  @Test
  void an_update_of_a_sparse_index_key_enters_or_leaves_the_index() {
    var update = cost(PAGE.update("U", "unmark", OfPage.class).remove(Page::mark).build());
    assertThat(update.of(MARKS)).isEqualTo(Units.writing(1));
  }

  @Test
  void a_transaction_doubles_the_units_of_the_table_and_not_those_of_indexes() {
    var transaction =
        Transaction.of("T", "keep one, remove one", Two.class, lookup())
            .step(PAGE.put("T.put", "keep").build(), Two::page)
            .step(PAGE.delete("T.delete", "remove", OfPage.class).build(), Two::other)
            .build();
    var cost = cost(transaction);
    assertThat(cost.of(TABLE)).isEqualTo(Units.writing(8));
    assertThat(cost.of(ALL)).isEqualTo(Units.writing(4));
    assertThat(cost.of(MARKS)).isEqualTo(Units.writing(2));
  }

  @Test
  void gets_are_rounded_one_by_one_and_queries_as_a_whole() {
    assertThat(cost(PAGE.get("G", "a page", OfPage.class).build()).total())
        .isEqualTo(Units.reading(0.5));
    assertThat(cost(PAGE.get("G", "a page", OfPage.class).consistent().build()).total())
        .isEqualTo(Units.reading(1));
    var batch = PAGE.batchGet("B", "pages", OfPage.class).typically(10).build();
    assertThat(cost(batch).total()).isEqualTo(Units.reading(5));
    var query = PAGE.query("Q", "pages", OfBook.class).typically(10).build();
    int bytes = 10 * PAGE.exampleItem().size();
    assertThat(cost(query).total()).isEqualTo(Units.reading(Math.ceil(bytes / 4096.0) / 2));
  }

  @Test
  void a_query_of_an_index_reads_what_the_index_shows() {
    record ByMark(String mark) {}
    record Found(String book, String number) {}
    var query =
        PAGE.index("marks")
            .query("Q", "marked", ByMark.class)
            .as(Found.class)
            .typically(50)
            .build();
    assertThat(cost(query).of(MARKS)).isEqualTo(Units.reading(0.5));
    assertThat(cost(query).of(TABLE)).isEqualTo(Units.NONE);
  }

  @Test
  void a_composite_costs_what_its_patterns_do() {
    var get = PAGE.get("G", "a page", OfPage.class).build();
    var put = PAGE.put("P", "keep a page").build();
    assertThat(cost(Composite.of("C", "both", "to compare", get, put)).total())
        .isEqualTo(new Units(0.5, 5));
  }

  @Test
  void the_sample_system_costs_what_can_be_reckoned_by_hand() {
    var costs = PatternCost.of(Design.of(Mail.MODEL));
    var deliver = costs.stream().filter(c -> c.heading().id().equals("L6")).findFirst().get();
    assertThat(deliver.perCall().of(TableOrIndex.of("mail"))).isEqualTo(Units.writing(4));
    assertThat(deliver.perCall().of(TableOrIndex.of("mail", "flagged")))
        .isEqualTo(Units.writing(1));
    assertThat(deliver.average().total().write()).isEqualTo(15);
    assertThat(List.copyOf(deliver.perCall().byResource().keySet()))
        .containsExactly(TableOrIndex.of("mail"), TableOrIndex.of("mail", "flagged"));
  }
}
