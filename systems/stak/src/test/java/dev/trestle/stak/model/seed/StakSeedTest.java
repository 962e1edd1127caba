package dev.trestle.stak.model.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.model.key.AmbiguousTemplateException;
import dev.trestle.model.key.KeyTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checks find in the original design. */
final class StakSeedTest {
  private static final ModelCheck CHECK = ModelCheck.of(StakSeed.MODEL);

  private static List<Finding> found(String check, String subject) {
    return CHECK.findings().stream()
        .filter(finding -> finding.check().equals(check) && finding.subject().equals(subject))
        .toList();
  }

  @Test
  void the_key_of_an_inbox_lets_one_tenant_read_anothers() {
    for (var entity : List.of("Message", "Total", "OfCategory")) {
      assertThat(found("decodable", entity))
          .singleElement()
          .extracting(Finding::message)
          .asString()
          .contains("the key t#<tenant>U#<user>#<inbox> is ambiguous", "both give");
    }
    assertThat(StakSeed.OF_INBOX.text("a", "bU#c", "DEFAULT"))
        .isEqualTo(StakSeed.OF_INBOX.text("aU#b", "c", "DEFAULT"));
  }

  @Test
  void a_declaration_with_proof_refuses_that_key() {
    assertThatThrownBy(() ->
            KeyTemplate.of(
                "t#<tenant>U#<user>#<inbox>", StakSeed.TENANT, StakSeed.USER, StakSeed.INBOX))
        .isInstanceOf(AmbiguousTemplateException.class)
        .hasMessageContaining("both give");
  }

  @Test
  void a_category_called_star_is_the_total() {
    assertThat(found("disjoint", "OfCategory"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("Total and OfCategory can have the same key", "with c#*");
    assertThat(found("alone", "S7"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("also finds items of Total");
  }

  @Test
  void nothing_finds_the_recipients_of_a_message_that_is_redacted() {
    assertThat(found("served", "S3"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("no parameter gives tenant, user and inbox", "only a scan");
  }

  @Test
  void the_patterns_that_work_are_left_alone() {
    assertThat(CHECK.of(Severity.FAULT))
        .extracting(Finding::subject)
        .doesNotContain("S1", "S4", "S7.total", "S8.read", "S8.write", "S9.read", "S9.write");
  }

  @Test
  void what_is_critical_cannot_be_restored() {
    assertThat(found("recovery", "stak"))
        .extracting(Finding::message)
        .contains("the table is critical but cannot be restored to a point in time");
  }
}
