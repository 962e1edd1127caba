package dev.trestle.design.source;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources of models compile and declare what was sampled. */
class ModelSourceTest {
  private static final Table TABLE =
      Table.named("things")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("by owner", string("owner")).sort(number("rank")).all())
          .build();

  @TempDir Path folder;

  @Test
  void attributes_become_components_of_their_types() throws Exception {
    var first =
        Item.of(
            Map.of(
                "pk", Value.string("THING#1"),
                "sk", Value.string("PART#a#9"),
                "owner", Value.string("ann"),
                "rank", Value.number(3),
                "size", Value.number("1.5"),
                "place", map("shelf", Value.string("s"), "row", Value.number(2)),
                "tags", Value.container(Type.SS, List.of(Value.string("x"))),
                "odd", Value.string("text")));
    var second =
        Item.of(
            Map.of(
                "pk", Value.string("THING#2"),
                "sk", Value.string("PART#b#8"),
                "size", Value.number(2),
                "place", map("shelf", Value.string("s")),
                "class", Value.bool(true),
                "odd", Value.number(1)));
    var source = write(first, second);
    assertThat(source.findings())
        .containsExactly(
            "things: ThingPart has the key THING#<pk> / PART#<sk>#<sk2> (a guess: 2 of 2 items).",
            "things: ThingPart lacks odd, whose values have no type in common. A put would remove"
                + " them.");
    var entity = entity(source);
    assertThat(entity.shape().components())
        .extracting(component -> component.name() + " " + component.type().getTypeName())
        .containsExactlyInAnyOrder(
            "pk java.lang.String",
            "sk java.lang.String",
            "sk2 java.lang.String",
            "owner java.util.Optional<java.lang.String>",
            "rank java.util.Optional<java.lang.Long>",
            "size java.math.BigDecimal",
            "place Imported$Place",
            "tags java.util.Set<java.lang.String>",
            "classValue java.util.Optional<java.lang.Boolean>");
    assertThat(entity.attribute("classValue").name()).isEqualTo("class");
  }

  @Test
  void an_attribute_that_is_always_empty_is_not_said_to_have_several_types() {
    var list = Value.container(Type.L, List.of());
    var item = Item.of(Map.of("pk", Value.string("A#1"), "sk", Value.string("B#1"), "tags", list));
    assertThat(write(item, item).findings())
        .last()
        .isEqualTo(
            "things: AB lacks tags, whose values are null or empty in the sample. A put would"
                + " remove them.");
  }

  @Test
  void the_longest_key_with_its_literals_is_one_that_dynamodb_takes() throws Exception {
    var source = write(item("USER#a", "ORDER#1#2#LINE"), item("USER#b", "ORDER#3#4#LINE"));
    assertThat(source.findings()).first().asString().contains("ORDER#<sk>#<sk2>#LINE");
    assertThat(ModelCheck.of(model(source)).findings())
        .extracting(Finding::check)
        .doesNotContain("width");
  }

  @Test
  void a_number_in_the_time_to_live_is_when_the_item_expires() throws Exception {
    var table = Table.named("t").partition(string("pk")).timeToLive("ttl").build();
    var first = Item.of(Map.of("pk", Value.string("a"), "ttl", Value.number(1_900_000_000)));
    var second = Item.of(Map.of("pk", Value.string("b")));
    var source =
        ModelSource.of("Imported", List.of(new SampledTable(table, List.of(first, second))));
    assertThat(entity(source).shape().components())
        .extracting(component -> component.type().getTypeName())
        .contains("java.util.Optional<java.time.Instant>");
    assertThat(ModelCheck.of(model(source)).findings())
        .extracting(Finding::check)
        .doesNotContain("lifetime");
  }

  @Test
  void an_attribute_that_is_a_partition_key_here_and_a_sort_key_there_fits_both() throws Exception {
    var table =
        Table.named("t")
            .partition(string("pk"))
            .global(index("turned", string("owner")).sort(string("pk")).all())
            .build();
    var item = Item.of(Map.of("pk", Value.string("a"), "owner", Value.string("b")));
    var source = ModelSource.of("Imported", List.of(new SampledTable(table, List.of(item))));
    assertThat(ModelCheck.of(model(source)).findings())
        .extracting(Finding::check)
        .doesNotContain("width");
  }

  @Test
  void names_of_others_end_neither_a_literal_nor_a_comment() throws Exception {
    var hostile = "\"); */ System.exit(1); // \\u000a <b>";
    var table = Table.named("t").partition(string(hostile)).build();
    var item = Item.of(Map.of(hostile, Value.string("a"), "Entity", Value.string("b")));
    var source = ModelSource.of("Imported", List.of(new SampledTable(table, List.of(item))));
    var declared = model(source).tables().getFirst();
    assertThat(declared.partition().name()).isEqualTo(hostile);
  }

  @Test
  void keys_with_other_words_are_other_kinds_and_a_shared_word_alone_is_a_literal()
      throws Exception {
    var source =
        write(
            item("USER#a", "PROFILE"),
            item("USER#b", "PROFILE"),
            item("USER#a", "ORDER#1"),
            item("plain", "text"));
    assertThat(model(source).entities())
        .extracting(Entity::name)
        .containsExactly("UserProfile", "UserOrder", "ThingsItem");
    assertThat(source.java()).contains("KeyTemplate.of(\"PROFILE\")");
  }

  @Test
  void keys_that_no_part_holds_are_reported() throws Exception {
    var table = Table.named("n").partition(number("n")).build();
    var item = Item.of(Map.of("n", Value.number("0.5")));
    var source = ModelSource.of("Imported", List.of(new SampledTable(table, List.of(item))));
    assertThat(source.findings()).first().asString().contains("which no part holds");
    assertThat(model(source).entities()).isEmpty();
  }

  private static ModelSource write(Item... items) {
    return ModelSource.of("Imported", List.of(new SampledTable(TABLE, List.of(items))));
  }

  private static Item item(String partition, String sort) {
    return Item.of(Map.of("pk", Value.string(partition), "sk", Value.string(sort)));
  }

  private static Value map(String name, Value value) {
    return new ItemWriter().start(Type.M).name(name).value(value).end().finishValue();
  }

  private static Value map(String first, Value one, String second, Value two) {
    return new ItemWriter()
        .start(Type.M)
        .name(first)
        .value(one)
        .name(second)
        .value(two)
        .end()
        .finishValue();
  }

  private Entity<?> entity(ModelSource source) throws Exception {
    return model(source).entities().getFirst();
  }

  /** Compiles the source and initializes its class, which declares everything. */
  private Model model(ModelSource source) throws Exception {
    var file = Files.writeString(folder.resolve("Imported.java"), source.java());
    var errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                errors,
                errors,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                file.toString());
    assertThat(result).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    var urls = new URL[] {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, ModelSourceTest.class.getClassLoader())) {
      return (Model) loader.loadClass("Imported").getField("MODEL").get(null);
    }
  }
}
