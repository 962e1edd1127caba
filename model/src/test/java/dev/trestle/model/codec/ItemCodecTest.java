package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records with components in keys. */
class ItemCodecTest {
  private static final EncodedValues VALUES = EncodedValues.ENCODED;

  record Tenant(String value) {}

  record Task(
      Tenant tenant,
      String user,
      int number,
      String text,
      Optional<Long> due,
      Optional<String> owner) {}

  private static final Part<String> TENANT = Part.text("tenant", Alphabet.of("a-z"), 20);
  private static final Part<String> USER = Part.text("user", Alphabet.of("a-z"), 20);
  private static final Part<Long> NUMBER = Part.number("number", 0, 9999);
  private static final Part<Long> DUE = Part.number("due", 0, 999_999);
  private static final Part<String> OWNER = Part.text("owner", Alphabet.of("a-z"), 20);

  private static final Key PK = new Key.Text(KeyTemplate.of("t#<tenant>#<user>", TENANT, USER));
  private static final Key SK = Key.bare(NUMBER, Type.N);
  private static final Key DUE_PK = new Key.Text(KeyTemplate.of("due#<tenant>", TENANT));
  private static final Key DUE_SK = new Key.Text(KeyTemplate.of("<due>#<owner>", DUE, OWNER));

  private static final RecordShape<Task> SHAPE = RecordShape.of(Task.class, MethodHandles.lookup());

  private static final List<ItemCodec.KeyField> KEYS =
      List.of(
          new ItemCodec.KeyField("pk", PK, new int[] {0, 1}, true),
          new ItemCodec.KeyField("sk", SK, new int[] {2}, true),
          new ItemCodec.KeyField("due_pk", DUE_PK, new int[] {0}, false),
          new ItemCodec.KeyField("due_sk", DUE_SK, new int[] {4, 5}, false));

  private static ItemCodec.Field field(int component, String attribute) {
    var type = SHAPE.components().get(component);
    return new ItemCodec.Field(
        component,
        attribute,
        List.of(),
        Codecs.of(SHAPE, type, MethodHandles.lookup()),
        Optional.empty());
  }

  private final ItemCodec<Task> codec =
      ItemCodec.of(SHAPE, KEYS, List.of(field(3, "text"), field(4, "due"), field(5, "owner")));

  private static final Task TASK =
      new Task(new Tenant("acme"), "eva", 12, "do it", Optional.of(77L), Optional.of("bo"));

  @Test
  void keys_are_made_of_components_and_hold_what_no_attribute_does() {
    assertThat(codec.write(TASK, VALUES))
        .isEqualTo(
            Map.of(
                "pk", Value.string("t#acme#eva"),
                "sk", Value.number(12),
                "due_pk", Value.string("due#acme"),
                "due_sk", Value.string("000077#bo"),
                "text", Value.string("do it"),
                "due", Value.number(77),
                "owner", Value.string("bo")));
  }

  @Test
  void components_are_read_back_from_keys() {
    assertThat(codec.read(codec.write(TASK, VALUES), VALUES)).isEqualTo(TASK);
  }

  @Test
  void an_index_attribute_is_left_out_when_one_of_its_components_is_absent() {
    var ownerless = new Task(TASK.tenant, "eva", 1, "x", Optional.of(5L), Optional.empty());
    var written = codec.write(ownerless, VALUES);
    assertThat(written).containsOnlyKeys("pk", "sk", "due_pk", "text", "due");
    assertThat(codec.read(written, VALUES)).isEqualTo(ownerless);
  }

  @Test
  void an_item_without_its_key_is_refused() {
    var item = codec.write(TASK, VALUES);
    item.remove("sk");
    assertThatThrownBy(() -> codec.read(item, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageStartingWith("Task.number: found no attribute 'sk'");
  }

  @Test
  void a_key_of_another_template_or_type_is_refused_without_its_text() {
    var item = codec.write(TASK, VALUES);
    item.put("pk", Value.string("secret"));
    assertThatThrownBy(() -> codec.read(item, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessage("Task.tenant, user: found a text that is not a key of t#<tenant>#<user>");
    item.put("pk", Value.number(1));
    assertThatThrownBy(() -> codec.read(item, VALUES))
        .hasMessage("Task.tenant, user: found N, expected S");
    item.put("pk", Value.string("t#a#b"));
    item.put("sk", Value.number("0.5"));
    assertThatThrownBy(() -> codec.read(item, VALUES))
        .isInstanceOf(CodecException.class)
        .hasMessageStartingWith("Task.number: found a number");
  }

  @Test
  void a_sparse_key_of_one_part_can_be_the_only_place_of_its_component() {
    var owners = new Key.Text(KeyTemplate.of("o#<owner>", OWNER));
    var keys =
        List.of(
            KEYS.get(0),
            KEYS.get(1),
            new ItemCodec.KeyField("owner_pk", owners, new int[] {5}, true));
    var sparse = ItemCodec.of(SHAPE, keys, List.of(field(3, "text"), field(4, "due")));
    var ownerless = new Task(TASK.tenant, "eva", 1, "x", Optional.of(5L), Optional.empty());
    assertThat(sparse.write(TASK, VALUES)).containsEntry("owner_pk", Value.string("o#bo"));
    assertThat(sparse.read(sparse.write(TASK, VALUES), VALUES)).isEqualTo(TASK);
    assertThat(sparse.write(ownerless, VALUES)).doesNotContainKey("owner_pk");
    assertThat(sparse.read(sparse.write(ownerless, VALUES), VALUES)).isEqualTo(ownerless);
  }

  @Test
  void a_sparse_key_of_several_parts_cannot() {
    var keys =
        List.of(
            KEYS.get(0),
            KEYS.get(1),
            new ItemCodec.KeyField("due_sk", DUE_SK, new int[] {4, 5}, true));
    assertThatThrownBy(() -> ItemCodec.of(SHAPE, keys, List.of(field(3, "text"))))
        .hasMessageStartingWith("Task: component 'due' could not be read back");
  }

  @Test
  void an_update_knows_what_to_set_and_what_to_remove() {
    assertThat(codec.attribute(4)).contains("due");
    assertThat(codec.attribute(0)).isEmpty();
    assertThat(codec.write(4, Optional.of(5L), VALUES)).contains(Value.number(5));
    assertThat(codec.write(4, Optional.empty(), VALUES)).isEmpty();
    assertThatThrownBy(() -> codec.write(0, new Tenant("a"), VALUES))
        .hasMessage("Task: component 'tenant' is only in keys");
  }

  @Test
  void a_component_of_another_type_than_its_part_is_refused() {
    var keys = List.of(new ItemCodec.KeyField("pk", PK, new int[] {2, 1}, true));
    assertThatThrownBy(() -> ItemCodec.of(SHAPE, keys, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Task.number is of type int and fills the part 'tenant' of type String; give both one"
                + " type (Part.as)");
  }

  record Seen(String user, String text) {}

  @Test
  void a_view_reads_what_it_wants_of_a_key_and_cannot_write_it() {
    var shape = RecordShape.of(Seen.class, MethodHandles.lookup());
    var keys =
        List.of(new ItemCodec.KeyField("pk", PK, new int[] {KeyCodec.NO_COMPONENT, 0}, true));
    var fields =
        List.of(
            new ItemCodec.Field(
                1,
                "text",
                List.of(),
                Codecs.of(String.class, MethodHandles.lookup()),
                Optional.empty()));
    var view = ItemCodec.view(shape, keys, fields);
    assertThat(view.read(codec.write(TASK, VALUES), VALUES)).isEqualTo(new Seen("eva", "do it"));
    assertThatThrownBy(() -> view.write(new Seen("eva", "x"), VALUES))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ItemCodec.of(shape, keys, fields))
        .hasMessage("Seen: key attribute 'pk' has parts without a component");
  }

  record Whose(String user, Tenant tenant) {}

  record Some(Tenant tenant) {}

  @Test
  void parameters_fill_a_key_by_name() {
    var whose = KeyCodec.of(RecordShape.of(Whose.class, MethodHandles.lookup()), PK);
    assertThat(whose.complete()).isTrue();
    assertThat(whose.write(new Whose("eva", new Tenant("acme")), VALUES))
        .contains(Value.string("t#acme#eva"));
  }

  @Test
  void parameters_for_the_first_parts_give_what_keys_begin_with() {
    var some = KeyCodec.leading(RecordShape.of(Some.class, MethodHandles.lookup()), PK);
    assertThat(some.complete()).isFalse();
    assertThat(some.filled()).isEqualTo(1);
    assertThat(some.prefix(new Some(new Tenant("acme")), VALUES)).contains(Value.string("t#acme#"));
    assertThatThrownBy(() -> some.write(new Some(new Tenant("acme")), VALUES))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void parameters_that_fill_nothing_begin_with_the_literal_or_with_nothing() {
    var shape = RecordShape.of(Samples.Nothing.class, MethodHandles.lookup());
    assertThat(KeyCodec.leading(shape, PK).prefix(new Samples.Nothing(), VALUES))
        .contains(Value.string("t#"));
    assertThat(KeyCodec.leading(shape, DUE_SK).prefix(new Samples.Nothing(), VALUES)).isEmpty();
    assertThat(KeyCodec.leading(shape, SK).prefix(new Samples.Nothing(), VALUES)).isEmpty();
  }

  @Test
  void parameters_without_a_part_of_the_key_are_refused() {
    var shape = RecordShape.of(Some.class, MethodHandles.lookup());
    assertThatThrownBy(() -> KeyCodec.of(shape, PK))
        .hasMessage("Some has no component user; it has tenant");
  }

  @Test
  void both_representations_have_the_same_keys() {
    var trees = new Trees();
    var encoded = new HashMap<String, Value>();
    codec
        .write(TASK, trees)
        .forEach((name, tree) ->
            encoded.put(
                name,
                tree.type() == Type.S
                    ? Value.string(trees.asString(tree))
                    : Value.number(trees.asLong(tree))));
    assertThat(encoded).isEqualTo(codec.write(TASK, VALUES));
    assertThat(codec.read(codec.write(TASK, trees), trees)).isEqualTo(TASK);
  }
}
