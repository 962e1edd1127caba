package dev.trestle.design.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.matrix.Matrix;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Mail;
import dev.trestle.model.Projection;
import dev.trestle.model.Throughput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkbenchTest {
  private static final Instant NOW = Instant.parse("2026-11-16T09:30:00Z");

  @Test
  void what_was_exported_reads_back_and_exports_the_same() {
    for (var model : List.of(Mail.MODEL, Everything.MODEL)) {
      var text = Workbench.write(withEntities(Design.of(model)), NOW);
      assertThat(Workbench.write(Workbench.read(text, "x.json"), NOW)).isEqualTo(text);
    }
  }

  @Test
  void templates_of_tables_and_indexes_come_back() {
    var mail = Design.of(Mail.MODEL);
    var again = Workbench.read(Workbench.write(mail, NOW), "mail.json");
    for (var entity : mail.entities()) {
      assertThat(templates(again.entity(entity.name()))).isEqualTo(templates(entity));
    }
  }

  private static List<String> templates(EntityDesign entity) {
    return Stream.concat(
            Stream.of(entity.keys()), entity.indexes().stream().map(EntityDesign.Indexed::keys))
        .flatMap(keys -> Stream.concat(Stream.of(keys.partition()), keys.sort().stream()))
        .map(KeyTemplateGuess::alias)
        .toList();
  }

  /** Recovery and writes have no place in the format, so nobody is to be blamed for them. */
  @Test
  void a_design_without_faults_has_none_when_it_comes_back() {
    var mail = Design.of(Mail.MODEL);
    assertThat(ModelCheck.of(mail).findings()).isEmpty();
    var again = Workbench.read(Workbench.write(mail, NOW), "mail.json");
    assertThat(ModelCheck.of(again).findings()).isEmpty();
  }

  @Test
  void a_constant_key_is_no_part() {
    var keys = KeyTemplateGuess.of(key("sk"), "meta", List.of(Item.of("sk", Value.string("meta"))));
    assertThat(KeyTemplateGuess.alias(keys)).isEqualTo("meta");
  }

  private static KeyAttribute key(String name) {
    return new KeyAttribute(name, Type.S);
  }

  @Test
  void a_foreign_file_keeps_its_tables_keys_indexes_billing_and_facets() throws IOException {
    var library = library();
    var again = Workbench.read(Workbench.write(library, NOW), "again.json");
    for (var design : List.of(library, again)) {
      var table = design.table("Library");
      assertThat(table.partition().name()).isEqualTo("PK");
      assertThat(table.sort().orElseThrow().name()).isEqualTo("SK");
      assertThat(table.billing())
          .isEqualTo(
              new Billing.Provisioned(new Throughput(1, 2), Optional.of(AutoScaling.upTo(10, 2))));
      assertThat(table.index("ByReader").projection())
          .isEqualTo(new Projection.Include(List.of("Title")));
      assertThat(design.entities())
          .extracting(entity -> entity.name())
          .containsExactly("Book", "Loan", "Readings");
      assertThat(design.entity("Book").example().get("Title").orElseThrow().string())
          .isEqualTo("Tides");
    }
  }

  @Test
  void scaling_without_room_is_units_that_stay_as_they_are() throws IOException {
    var file = text().replace("\"MinCapacity\": 1,", "\"MinCapacity\": 10,");
    assertThat(Workbench.read(file, "library.json").table("Library").billing())
        .isEqualTo(new Billing.Provisioned(new Throughput(10, 2)));
  }

  @Test
  void templates_are_guessed_from_the_data() throws IOException {
    var library = library();
    var book = library.entity("Book").keys();
    assertThat(KeyTemplateGuess.alias(book.partition())).isEqualTo("book#<BookId>");
    assertThat(KeyTemplateGuess.alias(book.sort().orElseThrow())).isEqualTo("meta");
    var loan = library.entity("Loan");
    assertThat(KeyTemplateGuess.alias(loan.keys().sort().orElseThrow()))
        .isEqualTo("loan#<LoanDate>");
    assertThat(KeyTemplateGuess.alias(loan.in("ByReader").orElseThrow().keys().partition()))
        .isEqualTo("reader#<Reader>");
    assertThat(KeyTemplateGuess.pattern(List.of("a#1", "b#1#c"), "x")).isEqualTo("<x>");
    assertThat(KeyTemplateGuess.pattern(List.of("t#1#u#2", "t#3#u#4"), "x"))
        .isEqualTo("t#<x2>#u#<x4>");
  }

  @Test
  void each_facet_and_each_index_of_it_is_a_read_that_can_be_checked_and_drawn()
      throws IOException {
    var library = library();
    assertThat(library.patterns())
        .extracting(PatternDesign::id)
        .containsExactly(
            "Library.Book", "Library.Loan", "Library.Loan.ByReader", "Readings.Readings");
    var found = ModelCheck.of(library);
    assertThat(found.accepted())
        .extracting(accepted -> accepted.finding().place().file())
        .contains("lib.json");
    assertThat(found.findings())
        .extracting(finding -> finding.check())
        .doesNotContain("decodable", "disjoint", "served");
    assertThat(Matrix.of(library).markdown()).contains("Library.Loan.ByReader");
  }

  @Test
  void the_file_has_the_fields_that_workbench_writes() {
    var at = JsonField.root(JsonTree.parse(Workbench.write(Design.of(Mail.MODEL), NOW)));
    var metadata = at.at("ModelMetadata");
    assertThat(metadata.text("Version")).isEqualTo("3.0");
    assertThat(metadata.text("AWSService")).isEqualTo("Amazon DynamoDB");
    assertThat(metadata.text("DateCreated")).isEqualTo("Nov 16, 2026, 09:30 AM");
    var table = at.list("DataModel").getFirst();
    assertThat(table.fields())
        .containsOnlyKeys(
            "TableName",
            "KeyAttributes",
            "NonKeyAttributes",
            "TableFacets",
            "GlobalSecondaryIndexes",
            "DataAccess",
            "BillingMode");
    assertThat(table.list("TableFacets").getFirst().fields())
        .containsOnlyKeys(
            "FacetName", "KeyAttributeAlias", "TableData", "NonKeyAttributes", "DataAccess");
  }

  @Test
  void another_file_is_refused() {
    assertThatThrownBy(() -> Workbench.read("{\"a\": 1}", "x.json"))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessageContaining("no model of NoSQL Workbench");
  }

  /** Without tables that hold nothing: of those a file says too little. */
  private static Design withEntities(Design design) {
    var tables =
        design.tables().stream().filter(table -> !design.entitiesOf(table).isEmpty()).toList();
    return new Design(design.name(), tables, design.entities(), design.patterns());
  }

  private static Design library() throws IOException {
    return Workbench.read(text(), "lib.json");
  }

  private static String text() throws IOException {
    try (var in = WorkbenchTest.class.getResourceAsStream("workbench-library.json")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
