package dev.trestle.messenger.model.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checks find in the original design. */
final class MessengerSeedTest {
  private static final ModelCheck CHECK = ModelCheck.of(MessengerSeed.MODEL);

  private static List<Finding> found(String check, String subject) {
    return CHECK.findings().stream()
        .filter(finding -> finding.check().equals(check) && finding.subject().equals(subject))
        .toList();
  }

  @Test
  void messages_are_read_and_never_written() {
    for (var entity : List.of("Message", "IdempotencyKey", "User", "Chat")) {
      assertThat(found("used", entity))
          .singleElement()
          .extracting(Finding::message)
          .asString()
          .isEqualTo("no pattern creates its items");
    }
  }

  @Test
  void an_index_is_all_that_keeps_phone_numbers_unique() {
    assertThat(found("unique", "M2"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.FAULT);
          assertThat(finding.message()).contains("expects one User by phoneNumber");
        });
  }

  @Test
  void a_retried_allocation_counts_twice() {
    assertThat(found("counting", "M12"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("add 1 to sequence_counter", "counts twice");
  }

  @Test
  void nobody_makes_or_reads_the_counters() {
    assertThat(found("used", "Counter"))
        .extracting(Finding::message)
        .containsExactly("no pattern creates its items", "no pattern reads its items");
  }

  @Test
  void a_thousand_messages_a_second_in_one_chat_are_twice_what_is_safe() {
    assertThat(found("partition-load", "chat_counters"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("1,000 write units a second", "1,500 and 500 are safe");
  }

  /** The seed's 20 million messages of 500 bytes; without a local index nothing refuses them. */
  @Test
  void twenty_million_messages_pass_the_planning_limit_of_8_gb_and_break_nothing() {
    assertThat(found("collection-size", "Message"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.message()).contains("9.6 GB").doesNotContain("refuses");
        });
  }

  @Test
  void every_index_is_needed_and_no_key_is_wrong() {
    assertThat(CHECK.findings())
        .extracting(Finding::check)
        .doesNotContain("index-needed", "served", "decodable", "consistent", "recovery");
  }
}
