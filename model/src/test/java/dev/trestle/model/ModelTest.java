package dev.trestle.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ModelTest {
  @Test
  void a_declaration_knows_its_place() {
    assertThat(Mail.SINCE.place().file()).isEqualTo("Mail.java");
    assertThat(Mail.MAIL.place().line()).isPositive();
    assertThat(Mail.LETTER.place().type()).isEqualTo(Mail.class.getName());
  }

  @Test
  void a_lambda_that_computes_is_refused() {
    Ref<Mail.Letter, String> computed = letter -> letter.text() + "!";
    assertThatThrownBy(computed::named).hasMessageContaining("Message::read");
  }

  @Test
  void parameters_are_bound_to_the_parts_of_their_names() {
    var binding = Mail.SINCE.binding();
    assertThat(binding.partition()).containsExactly("user");
    assertThat(binding.ranged()).contains("received");
    assertThat(binding.sortMissing()).containsExactly("received", "id");
    assertThat(Mail.ONE.binding().isWhole()).isTrue();
  }
}
