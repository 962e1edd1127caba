package dev.trestle.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FieldChangesProperties {
  private record Case(Map<String, Tree> before, Map<String, Tree> put, Map<String, Tree> removed) {}

  private static final Gen<Map<String, Tree>> ITEMS = Tree.fields(3, 6);

  @Test
  void changed_fields_are_as_if_the_item_had_been_written_so() {
    Gen<Case> cases =
        choices -> new Case(ITEMS.from(choices), ITEMS.from(choices), ITEMS.from(choices));
    Property.check(
        3000,
        cases,
        it -> {
          var after = new LinkedHashMap<>(it.before());
          var changes = new TreeMap<byte[], Optional<Value>>(Arrays::compareUnsigned);
          var put = Tree.item(it.put(), new Random(0));
          for (var name : it.removed().keySet()) {
            after.remove(name);
            changes.put(utf8(name), Optional.empty());
          }
          it.before().keySet().stream()
              .limit(1)
              .forEach(name -> {
                after.remove(name);
                changes.put(utf8(name), Optional.empty());
              });
          it.put()
              .forEach((name, tree) -> {
                after.put(name, tree);
                changes.put(utf8(name), put.get(name));
              });
          var collected = new FieldChanges();
          changes.forEach((name, value) -> {
            if (value.isPresent()) collected.put(name, value.get());
            else collected.remove(name);
          });
          assertThat(collected.applyTo(Tree.item(it.before(), new Random(1))).bytes())
              .isEqualTo(Tree.item(after, new Random(2)).bytes());
        });
  }

  @Test
  void only_the_named_fields_are_left_however_they_are_named() {
    Gen<Map.Entry<Map<String, Tree>, Map<String, Tree>>> cases =
        choices -> Map.entry(ITEMS.from(choices), ITEMS.from(choices));
    Property.check(
        2000,
        cases,
        it -> {
          var item = Tree.item(it.getKey(), new Random(0));
          var names = new HashSet<>(it.getValue().keySet());
          it.getKey().keySet().stream().limit(2).forEach(names::add);
          var sorted =
              names.stream()
                  .map(FieldChangesProperties::utf8)
                  .sorted(Arrays::compareUnsigned)
                  .toList();
          assertThat(item.onlyNamed(sorted).bytes()).isEqualTo(item.only(names).bytes());
        });
  }

  private static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void names_come_in_order() {
    var changes = new FieldChanges().remove(utf8("b"));
    assertThatThrownBy(() -> changes.remove(utf8("b"))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> changes.remove(utf8("a"))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void an_item_without_changes_is_itself() {
    var item = Item.of("a", Value.number(1));
    assertThat(new FieldChanges().remove(utf8("b")).applyTo(item)).isSameAs(item);
  }
}
