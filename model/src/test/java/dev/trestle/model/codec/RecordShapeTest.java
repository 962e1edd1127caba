package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordShapeTest {
  private record Hidden(int number, String text, List<Long> longs) {}

  record Strict(int number) {
    Strict {
      if (number < 0) throw new IllegalArgumentException("negative");
    }
  }

  private final RecordShape<Hidden> shape = RecordShape.of(Hidden.class, MethodHandles.lookup());

  @Test
  void a_private_record_is_taken_apart_and_put_together() {
    var whole = new Hidden(7, "seven", List.of(7L));
    var values = new Object[] {shape.value(whole, 0), shape.value(whole, 1), shape.value(whole, 2)};
    assertThat(values).containsExactly(7, "seven", List.of(7L));
    assertThat(shape.make(values)).isEqualTo(whole);
  }

  @Test
  void components_have_their_index_name_and_full_type() {
    assertThat(shape.components())
        .extracting(component -> component.index() + " " + component.name())
        .containsExactly("0 number", "1 text", "2 longs");
    assertThat(shape.component("longs").type().getTypeName())
        .isEqualTo("java.util.List<java.lang.Long>");
  }

  @Test
  void an_unknown_component_is_refused_with_those_there_are() {
    assertThatThrownBy(() -> shape.component("size"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Hidden has no component size; it has number, text, longs");
  }

  @Test
  void a_lookup_that_sees_nothing_is_refused_with_the_one_to_pass() {
    assertThatThrownBy(() -> RecordShape.of(Hidden.class, MethodHandles.publicLookup()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Hidden is not accessible to the lookup of java.lang.Object")
        .hasMessageContaining("pass the MethodHandles.lookup() of the class that declares it");
  }

  @Test
  void what_is_no_record_is_refused() {
    assertThatThrownBy(() -> RecordShape.of(String.class, MethodHandles.lookup()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("java.lang.String is not a record; declare it as one");
  }

  @Test
  void what_a_constructor_throws_comes_through() {
    var strict = RecordShape.of(Strict.class, MethodHandles.lookup());
    assertThatThrownBy(() -> strict.make(new Object[] {-1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative");
  }
}
