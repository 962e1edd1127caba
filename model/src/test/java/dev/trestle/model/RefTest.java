package dev.trestle.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

/** How components are named. */
class RefTest {
  /** A record of the model. */
  public record Lamp(String room, boolean lit) {}

  public record InRoom(String room) {}

  private static final Entity<Lamp> LAMPS =
      Table.named("lamps")
          .partition(string("pk"))
          .build()
          .entity(Lamp.class, lookup())
          .partition(KeyTemplate.of("LAMP#<room>", Part.escaped("room", 20)))
          .example(new Lamp("kitchen", true));

  @Test
  void a_text_names_a_component_as_a_reference_does() {
    Ref<Lamp, Boolean> named = Ref.component(Lamp.class, "lit");
    Ref<Lamp, Boolean> referred = Lamp::lit;
    assertThat(named.named()).isEqualTo(referred.named());
    assertThat(named.of(new Lamp("kitchen", true))).isTrue();
    var byText = LAMPS.update("L1", "switch off", InRoom.class);
    var byReference = LAMPS.update("L1", "switch off", InRoom.class);
    assertThat(byText.set(named).to(false).when(field(named).is(true)).build().actions())
        .isEqualTo(
            byReference.set(Lamp::lit).to(false).when(field(Lamp::lit).is(true)).build().actions());
  }

  @Test
  void a_text_that_is_no_component_is_refused_at_once() {
    assertThatThrownBy(() -> Ref.component(Lamp.class, "bright"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Lamp.bright is not a component of Lamp.");
  }
}
