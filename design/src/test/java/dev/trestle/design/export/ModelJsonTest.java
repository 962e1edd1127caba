package dev.trestle.design.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.model.Mail;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartForm;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelJsonTest {
  private static final Design MAIL = Design.of(Mail.MODEL);

  @Test
  void what_is_written_reads_back_as_the_same_design() {
    for (var design : List.of(MAIL, Design.of(Everything.MODEL))) {
      var text = ModelJson.write(design);
      var back = ModelJson.read(text, "mail.json");
      assertThat(ModelJson.write(back)).isEqualTo(text);
      assertThat(back.tables()).isEqualTo(design.tables());
      assertThat(back.patterns()).isEqualTo(design.patterns());
      assertThat(back.entities()).extracting("example").isEqualTo(examples(design));
    }
  }

  private static List<Object> examples(Design design) {
    return design.entities().stream().<Object>map(entity -> entity.example()).toList();
  }

  @Test
  void checks_and_costs_of_what_was_read_are_those_of_the_declaration() {
    for (var design : List.of(MAIL, Design.of(Everything.MODEL))) {
      var back = ModelJson.read(ModelJson.write(design), "mail.json");
      assertThat(ModelCheck.of(back)).isEqualTo(ModelCheck.of(design));
      assertThat(PatternCost.of(back)).isEqualTo(PatternCost.of(design));
    }
  }

  @Test
  void every_form_of_a_part_reads_back() {
    var forms =
        List.of(
            new PartForm.Text(Alphabet.of("a-z\\-\\\\åäö"), 20),
            new PartForm.Text(Alphabet.UNICODE, 99),
            new PartForm.Escaped(10),
            new PartForm.Ulid("u_"),
            new PartForm.Whole(-5, 100),
            new PartForm.Millis(),
            new PartForm.Seconds(),
            new PartForm.IsoMillis(),
            new PartForm.Codes(List.of("new", "old")),
            new PartForm.Bytes(16),
            new PartForm.Date(),
            new PartForm.Month(),
            new PartForm.Uuid(),
            new PartForm.Unordered(new PartForm.Text(Alphabet.DIGITS, 15)),
            new PartForm.Unordered(new PartForm.Descending(new PartForm.Whole(0, 9))),
            new PartForm.Descending(new PartForm.Millis()));
    for (var form : forms) assertThat(Part.of("x", form).form()).isEqualTo(form);
  }

  @Test
  void a_part_of_codes_orders_and_refuses_as_an_enum_does() {
    var part = (Part<?>) Part.of("state", new PartForm.Codes(List.of("b", "a")));
    assertThat(part.ordered()).isFalse();
    assertThatThrownBy(() -> part.parse("c")).hasMessageContaining("none of the codes");
  }

  @Test
  void what_is_wrong_in_a_file_is_told_with_its_place() {
    var text = ModelJson.write(MAIL);
    assertThatThrownBy(() -> ModelJson.read("{}", "x.json"))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessageContaining("no exported model");
    assertThatThrownBy(() -> ModelJson.read(text.replace("\"version\": 2", "\"version\": 9"), "x"))
        .hasMessageContaining("version 9");
    assertThatThrownBy(() -> ModelJson.read(text.replace("\"onDemand\"", "\"free\""), "x"))
        .hasMessageContaining("tables[0].billing.mode is none of [onDemand, provisioned]");
    assertThatThrownBy(() -> ModelJson.read(text.replace("\"recovery\": true,", ""), "x"))
        .hasMessageContaining("tables[0] lacks recovery");
    assertThatThrownBy(() -> ModelJson.read(text.substring(9), "x"))
        .isInstanceOf(UnreadableFileException.class);
  }

  @Test
  void a_schema_that_was_changed_is_refused_with_what_to_do() {
    var schema = SchemaJson.write(MAIL);
    SchemaJson.expect(schema, MAIL);
    assertThat(schema).doesNotContain("Mail.java");
    assertThatThrownBy(() -> SchemaJson.expect(schema.replace("\"pk\"", "\"PK\""), MAIL))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("decision page")
        .hasMessageContaining("./trestle export schema mail -o systems/mail/schema.json");
  }
}
