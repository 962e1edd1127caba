package dev.trestle.design.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Entity;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import org.junit.jupiter.api.Test;

class ModelCheckTest {
  private static final Model ONLY_READ =
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
        .hasMessageContaining("Fix: ");
  }

  @Test
  void the_gravest_findings_come_first() {
    var severities = ModelCheck.of(ONLY_READ).findings().stream().map(Finding::severity).toList();
    assertThat(severities).isSorted().contains(Severity.FAULT, Severity.WARNING, Severity.NOTE);
  }

  @Test
  void the_model_accepts_findings_with_a_reason() {
    var check =
        ModelCheck.of(
            accepting(ONLY_READ)
                .accept("recovery", "x", "can be rebuilt from the archive")
                .accept("table-limits", "x", "never created on DynamoDB")
                .build());
    assertThatCode(check::orThrow).doesNotThrowAnyException();
    assertThat(check.accepted())
        .extracting(ModelCheck.Accepted::reason)
        .contains("never created on DynamoDB");
    assertThatThrownBy(() -> check.orThrow(Severity.WARNING)).isInstanceOf(AssertionError.class);
  }

  @Test
  void an_acceptance_that_nothing_needs_any_more_is_a_fault() {
    var check = ModelCheck.of(accepting(Mail.MODEL).accept("counting", "L1", "once").build());
    assertThat(check.faults()).extracting(Finding::check).containsExactly("accepted");
    assertThat(check.faults().getFirst().place().file()).isEqualTo("ModelCheckTest.java");
  }

  @Test
  void an_acceptance_of_an_unknown_check_says_which_one_was_meant() {
    var typo = ModelCheck.of(accepting(Mail.MODEL).accept("countin", "L1", "once").build());
    assertThat(typo.faults())
        .singleElement()
        .satisfies(fault -> {
          assertThat(fault.message()).contains("countin", "no such check");
          assertThat(fault.remedy()).isEqualTo("write counting in this accept(…)");
        });
    var other = ModelCheck.of(accepting(Mail.MODEL).accept("zzzzzzz", "L1", "once").build());
    assertThat(other.faults().getFirst().remedy()).contains("served", "counting");
  }

  @Test
  void the_summary_counts_in_plain_english() {
    var check = ModelCheck.of(accepting(Mail.MODEL).accept("counting", "L1", "once").build());
    assertThat(check.summary()).isEqualTo("mail: 1 fault, 0 warnings, 0 notes");
  }

  private static Model.Builder accepting(Model model) {
    return Model.named(model.name())
        .entities(model.entities().toArray(Entity<?>[]::new))
        .patterns(model.patterns().toArray(AccessPattern[]::new));
  }

  @Test
  void every_check_has_a_name_of_its_own_and_says_what_it_sees_to() {
    assertThat(DesignCheck.ALL)
        .extracting(DesignCheck::name)
        .doesNotHaveDuplicates()
        .hasSize(DesignCheck.class.getPermittedSubclasses().length);
    assertThat(DesignCheck.ALL).allSatisfy(rule -> assertThat(rule.about()).endsWith("."));
  }
}
