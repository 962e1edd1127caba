package dev.trestle.messenger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.design.Design;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.model.AccessPattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessengerModelTest {
  @Test
  void all_patterns_m1_to_m21_are_declared_here_or_in_accounts() {
    var ids =
        Stream.of(MessengerModel.MODEL, AccountsModel.MODEL)
            .flatMap(model -> model.patterns().stream())
            .map(AccessPattern::id)
            .toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 21).mapToObj(n -> "M" + n).toList());
  }

  @Test
  void the_whole_model_can_be_read_as_data() {
    assertThat(Design.of(MessengerModel.MODEL).tables()).hasSize(18);
  }

  @Test
  void the_model_has_no_faults_or_warnings() {
    ModelCheck.of(MessengerModel.MODEL).orThrow(Severity.WARNING);
  }
}
