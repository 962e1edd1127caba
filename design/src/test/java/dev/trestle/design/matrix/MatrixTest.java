package dev.trestle.design.matrix;

import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.ReportText;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Composite;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

class MatrixTest {
  private static final Matrix MAIL = Matrix.of(Mail.MODEL);

  private static Matrix.Row row(String id) {
    return MAIL.rows().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void every_pattern_has_a_row_and_every_step_one_below_it() {
    assertThat(MAIL.rows())
        .extracting(Matrix.Row::id)
        .containsSubsequence("L1", "L6", "L6.letter", "L6.box", "L7", "S2");
    assertThat(row("L6").step()).isFalse();
    assertThat(row("L6.box").step()).isTrue();
    assertThat(row("L6").units()).isEqualTo(new Units(0, 5));
    assertThat(row("L6.letter").consistency()).isEqualTo("transactional");
  }

  @Test
  void key_conditions_are_readable() {
    assertThat(row("L1").key()).isEqualTo("pk = u#<user>, sk ≥ m#<since>");
    assertThat(row("L2").key()).isEqualTo("pk = u#<user>, sk begins m#");
    assertThat(row("L3").key()).isEqualTo("fpk = f#<user>#<flag>");
    assertThat(row("L4").key()).isEqualTo("pk = u#<user>, sk = m#<received>#<id>");
    assertThat(row("S2").key()).isEqualTo("session = <session>");
  }

  record Log(String name, long number, String text) {}

  record Between(String name, long from, long to) {}

  @Test
  void numbers_and_composites_are_shown_too() {
    var log =
        Table.named("logs")
            .partition(string("name"))
            .sort(number("number"))
            .build()
            .entity(Log.class, lookup())
            .partition(Part.text("name", Alphabet.of("a-z"), 9))
            .sort(Part.number("number", 0, 1000))
            .example(new Log("a", 7, "<b>&"));
    var query =
        log.query("Q", "a stretch | of <b>logs</b>", Between.class)
            .between(Between::from, Between::to)
            .build();
    var put = log.put("P", "keep").build();
    var both = Composite.of("C", "both", "first one, then the other", query, put);
    var matrix = Matrix.of(Model.named("logs").entities(log).patterns(both).build());
    assertThat(matrix.rows()).extracting(Matrix.Row::id).containsExactly("C", "Q", "P");
    assertThat(matrix.rows().get(1).key())
        .isEqualTo("name = <name>, number between <from> and <to>");
    assertThat(matrix.html())
        .contains("a stretch | of &lt;b&gt;logs&lt;/b&gt;", "first one, then the other")
        .doesNotContain("<b>logs");
    assertThat(matrix.markdown()).contains("a stretch \\| of &lt;b>logs");
  }

  @Test
  void columns_of_the_text_stand_below_each_other() {
    var lines = MAIL.text().lines().toList();
    assertThat(lines).hasSize(2 + MAIL.rows().size());
    int operation = lines.getFirst().indexOf("operation");
    assertThat(lines.get(2).substring(operation)).startsWith("Query");
    assertThat(lines.getLast().substring(operation)).startsWith("GetItem");
    assertThat(lines).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void rare_calls_are_counted_by_the_day() {
    assertThat(MatrixCells.of(row("L6")).getLast()).isEqualTo("3/s");
    assertThat(MatrixCells.of(row("A1")).getLast()).isEqualTo("0.1/s");
    var rare = row("S1");
    var daily =
        new Matrix.Row(
            rare.step(),
            rare.id(),
            rare.title(),
            rare.table(),
            rare.index(),
            rare.operation(),
            rare.key(),
            rare.details(),
            rare.consistency(),
            rare.units(),
            50 / 86_400.0);
    assertThat(MatrixCells.of(daily).getLast()).isEqualTo("50/day");
    assertThat(ReportText.cell(20.04)).isEqualTo("20");
    assertThat(ReportText.cell(100)).isEqualTo("100");
  }

  @Test
  void markdown_has_patterns_and_keys() {
    assertThat(MAIL.markdown())
        .contains("| L3 | flagged letters | mail/flagged | Query | `fpk = f#<user>#<flag>` |")
        .contains("### mail/flagged (global index)")
        .contains("| Letter (sparse) | `f#<user>#<flag>` | `<received>` |");
  }

  @Test
  void the_page_draws_the_segments_of_each_key_and_needs_nothing_from_elsewhere() {
    var page = MAIL.html();
    assertThat(page)
        .contains("<span class=\"literal\">u#</span><span class=\"part c0\">user</span>")
        .contains("prefers-color-scheme: dark")
        .doesNotContain("http://", "https://", "<script");
    var letters = MAIL.diagrams().getFirst().lanes().getFirst();
    assertThat(letters.sort())
        .containsExactly(
            new KeyDiagram.Segment(true, "m#"),
            new KeyDiagram.Segment(false, "received"),
            new KeyDiagram.Segment(true, "#"),
            new KeyDiagram.Segment(false, "id"));
  }

  @Test
  void a_template_may_be_nothing_but_a_literal() {
    assertThat(KeyTemplate.of("b#").pieces()).hasSize(1);
    assertThat(MAIL.diagrams().getFirst().lanes().get(1).sort())
        .containsExactly(new KeyDiagram.Segment(true, "b#"));
  }
}
