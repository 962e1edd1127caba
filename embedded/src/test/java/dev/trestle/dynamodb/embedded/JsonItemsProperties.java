package dev.trestle.dynamodb.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.json.JsonLines;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.gen.Strings;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonItemsProperties {
  private static final int RUNS = 2000;
  private static final int DEPTH = 4;

  @Test
  void an_item_is_read_as_it_was_written() {
    Property.check(
        RUNS,
        Gen.maps(Strings.any(1, 10), SdkValuesProperties.values(DEPTH), 0, 8),
        fields -> {
          var item = SdkValues.item(fields);
          assertThat(JsonLines.FORMAT.read(JsonLines.FORMAT.write(item))).isEqualTo(item);
        });
  }

  @Test
  void every_character_is_read_as_it_was_written_wherever_it_stands() {
    for (char each = 0; each < 0x180; each++) {
      for (int before = 0; before <= Long.BYTES; before++) {
        var text = "a".repeat(before) + each + "b".repeat(Long.BYTES);
        var item = Item.of(text, Value.string(text));
        assertThat(JsonLines.FORMAT.read(JsonLines.FORMAT.write(item))).isEqualTo(item);
      }
    }
  }

  @Test
  void control_characters_quotes_and_backslashes_are_escaped() {
    assertThat(written(Item.of("\"", Value.string("\\ \b\t\n\f\r\0\u001F\u007F/é😀"))))
        .isEqualTo(
            "{\"Item\":{\"\\\"\":{\"S\":\"\\\\ \\b\\t\\n\\f\\r\\u0000\\u001F\u007F/é😀\"}}}");
  }

  @Test
  void empty_lists_and_maps_stay_empty() {
    var list = Value.container(Type.L, List.of());
    assertThat(written(Item.of("l", Value.container(Type.L, List.of(list, Value.nul())))))
        .isEqualTo("{\"Item\":{\"l\":{\"L\":[{\"L\":[]},{\"NULL\":true}]}}}");
    assertThat(written(Item.EMPTY)).isEqualTo("{\"Item\":{}}");
  }

  private static String written(Item item) {
    return new String(JsonLines.FORMAT.write(item), UTF_8);
  }
}
