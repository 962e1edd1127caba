package dev.trestle.model.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Mail;
import dev.trestle.model.Table;
import dev.trestle.model.check.Finding.Severity;
import org.junit.jupiter.api.Test;

class ModelCheckTest {
  private static final dev.trestle.model.Model ONLY_READ =
      Plant.model(
          Plant.thing(
                  Table.named("x").partition(Table.string("pk")).sort(Table.string("sk")).build())
              .example(Plant.THING));

  @Test
  void nothing_is_found_in_the_sample_system() {
    assertThat(ModelCheck.of(Mail.MODEL).orThrow().findings()).isEmpty();
  }

  @Test
  void a_faulty_model_is_refused_with_all_findings_in_the_message() {
    var check = ModelCheck.of(ONLY_READ);
    assertThatThrownBy(check::orThrow)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("recovery")
        .hasMessageContaining("table-limits")
        .hasMessageContaining("no pattern reads or writes it")
        .hasMessageContaining("ModelCheckTest.java:")
        .hasMessageContaining("mend: ");
  }

  @Test
  void the_gravest_findings_come_first() {
    var severities = ModelCheck.of(ONLY_READ).findings().stream().map(Finding::severity).toList();
    assertThat(severities).isSorted().contains(Severity.FAULT, Severity.WARNING, Severity.NOTE);
  }

  @Test
  void a_finding_can_be_accepted_for_a_reason_while_there_is_one() {
    var check =
        ModelCheck.of(ONLY_READ)
            .accepting("recovery", "x", "can be rebuilt from the archive")
            .accepting("table-limits", "x", "never made on DynamoDB");
    assertThatCode(check::orThrow).doesNotThrowAnyException();
    assertThat(check.accepted())
        .extracting(ModelCheck.Accepted::reason)
        .contains("never made on DynamoDB");
    assertThatThrownBy(() -> check.accepting("recovery", "x", "once more"))
        .hasMessageContaining("finds nothing about x");
    assertThatThrownBy(() -> check.orThrow(Severity.WARNING)).isInstanceOf(AssertionError.class);
  }

  @Test
  void every_check_has_a_name_of_its_own_and_says_what_it_sees_to() {
    assertThat(Rule.ALL)
        .extracting(Rule::name)
        .doesNotHaveDuplicates()
        .hasSize(Rule.class.getPermittedSubclasses().length);
    assertThat(Rule.ALL).allSatisfy(rule -> assertThat(rule.about()).endsWith("."));
  }
}
