package dev.trestle.model;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AutoScalingTest {
  private static Table.Builder table() {
    return Table.named("orders").partition(string("pk"));
  }

  @Test
  void the_provisioned_units_are_the_minimum_and_the_target_is_70_percent() {
    var units = table().provisioned(25, 5, upTo(500, 100)).build().provisioned().orElseThrow();
    assertThat(units.throughput()).isEqualTo(new Throughput(25, 5));
    assertThat(units.most()).isEqualTo(new Throughput(500, 100));
    assertThat(units.scaling().orElseThrow().targetPercent()).isEqualTo(70);
    assertThat(units.bounds().orElseThrow().targetPercent()).isEqualTo(70);
  }

  @Test
  void units_without_scaling_stay_as_they_are() {
    var units = table().provisioned(25, 5).build().provisioned().orElseThrow();
    assertThat(units.most()).isEqualTo(new Throughput(25, 5));
    assertThat(units.bounds()).isEmpty();
    assertThat(table().build().provisioned()).isEmpty();
  }

  @Test
  void an_index_is_scaled_as_its_table_unless_it_has_units_of_its_own() {
    var like = index("like", string("a")).all();
    var fixed = index("fixed", string("b")).provisioned(1, 2).all();
    var own = index("own", string("c")).provisioned(1, 2, upTo(3, 4).targetPercent(50)).all();
    var table =
        table().global(like).global(fixed).global(own).provisioned(25, 5, upTo(500, 100)).build();
    assertThat(table.provisioned(like)).isEqualTo(table.provisioned());
    assertThat(table.provisioned(fixed).orElseThrow().scaling()).isEmpty();
    assertThat(table.provisioned(own).orElseThrow().scaling())
        .contains(new AutoScaling(new Throughput(3, 4), 50));
    assertThat(table().global(like).build().provisioned(like)).isEmpty();
  }

  @Test
  void a_target_is_20_to_90_percent() {
    assertThat(upTo(2, 2).targetPercent(20).targetPercent(90).targetPercent()).isEqualTo(90);
    for (int percent : new int[] {19, 91}) {
      assertThatThrownBy(() -> upTo(2, 2).targetPercent(percent))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Auto scaling takes a target of 20 to 90 %, not " + percent + " %.");
    }
  }

  @Test
  void a_maximum_leaves_room_above_what_is_provisioned() {
    assertThatThrownBy(() -> table().provisioned(25, 5, upTo(500, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Auto scaling raises units: its maximum of 500 read and 4 write units is below the 25"
                + " and 5 that are provisioned.");
    assertThatThrownBy(() -> table().provisioned(25, 5, upTo(25, 5)))
        .hasMessageContaining("nothing to scale");
    assertThat(table().provisioned(25, 5, upTo(25, 6)).build().provisioned()).isPresent();
  }
}
