package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParserProperties {
  private record Written<T>(T expression, String text) {}

  @Test
  void a_condition_that_is_written_down_parses_back_to_itself() {
    Gen<Written<Predicate>> written =
        choices -> {
          var predicate = RandomExpressions.predicates().from(choices);
          return new Written<>(
              predicate, ExpressionText.of(predicate, choices.upTo(Long.MAX_VALUE)));
        };
    Property.check(
        5000,
        written,
        it ->
            assertThat(ConditionParser.parse(ExpressionKind.CONDITION, it.text()).root())
                .isEqualTo(it.expression()));
  }

  @Test
  void an_update_that_is_written_down_parses_back_to_itself() {
    Gen<Written<List<ParsedAction>>> written =
        choices -> {
          var update = RandomExpressions.updates().from(choices);
          return new Written<>(update, ExpressionText.of(update, choices.upTo(Long.MAX_VALUE)));
        };
    Property.check(
        5000,
        written,
        it -> assertThat(UpdateParser.parse(it.text()).root()).isEqualTo(it.expression()));
  }
}
