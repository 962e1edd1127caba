package dev.trestle.design.source;

import dev.trestle.item.Item;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Java source of a model for tables that exist: their declarations as they stand, and records
 * guessed from a sample of their items. It compiles, and it is a beginning: who knows the data
 * reviews the guesses, names things and adds access patterns.
 *
 * @param java a class with a public static field {@code MODEL}
 * @param findings what was guessed, how sure it is, and what is missing
 */
public record ModelSource(String java, List<String> findings) {
  /** With more kinds of items than this, words in keys are taken for data. */
  private static final int KINDS_MAX = 40;

  private static final String IMPORTS =
      """
      import static dev.trestle.model.Table.binary;
      import static dev.trestle.model.Table.index;
      import static dev.trestle.model.Table.number;
      import static dev.trestle.model.Table.string;
      import static java.lang.invoke.MethodHandles.lookup;

      import dev.trestle.model.*;
      import dev.trestle.model.key.*;
      import java.math.BigDecimal;
      import java.time.Instant;
      import java.util.*;

      """;

  /** Types that the source uses by their simple names. */
  private static final List<String> USED =
      List.of(
          "Alphabet",
          "BigDecimal",
          "Boolean",
          "Encryption",
          "Entity",
          "Get",
          "Instant",
          "KeyTemplate",
          "List",
          "Long",
          "Map",
          "Model",
          "Optional",
          "Part",
          "Projection",
          "Put",
          "Set",
          "StreamView",
          "String",
          "Table");

  public ModelSource {
    findings = List.copyOf(findings);
  }

  /**
   * Writes a source.
   *
   * @param type the name of the class, with its package
   */
  public static ModelSource of(String type, List<SampledTable> tables) {
    return new Draft(type).write(tables);
  }

  /** A source that is being written. */
  private static final class Draft {
    private final String type;
    private final JavaNames names = new JavaNames();
    private final StringBuilder body = new StringBuilder();
    private final List<String> findings = new ArrayList<>();
    private final List<String> tableConstants = new ArrayList<>();
    private final List<String> entities = new ArrayList<>();
    private final List<String> patterns = new ArrayList<>();

    private Draft(String type) {
      this.type = type;
    }

    private ModelSource write(List<SampledTable> tables) {
      int dot = type.lastIndexOf('.');
      var simple = type.substring(dot + 1);
      names.type(simple);
      USED.forEach(names::type);
      names.constant("Model");
      names.constant("Piece");
      tables.forEach(this::table);
      var out = new StringBuilder();
      if (dot > 0) out.append("package %s;\n\n".formatted(type.substring(0, dot)));
      out.append(IMPORTS);
      out.append(
          "/**\n * Imported from tables that exist. Review what was guessed:\n *\n * <ul>\n");
      for (var finding : findings) out.append(" *   <li>%s\n".formatted(comment(finding)));
      out.append(" * </ul>\n */\npublic final class %s {\n".formatted(simple));
      out.append("  /** What stands between two separators of a key. */\n");
      out.append("  private static final Alphabet PIECE =\n");
      out.append("      Alphabet.UNICODE.without(Alphabet.of(\"#\"));\n\n");
      out.append(body);
      out.append(model(simple));
      out.append("\n  private %s() {}\n}\n".formatted(simple));
      return new ModelSource(out.toString(), findings);
    }

    private String model(String simple) {
      return """

        public static final Model MODEL =
            Model.named(%s)
                .tables(%s)
                .entities(%s)
                .patterns(%s)
                .build();
      """
          .formatted(
              JavaNames.literal(simple),
              String.join(", ", tableConstants),
              String.join(", ", entities),
              String.join(", ", patterns));
    }

    private void table(SampledTable sampled) {
      var table = sampled.table();
      var constant = names.constant(new JavaNames().type(table.name() + "-table"));
      tableConstants.add(constant);
      if (tableConstants.size() > 1) body.append('\n');
      body.append(TableSource.of(table, constant));
      var name = table.name();
      if (sampled.items().isEmpty()) {
        findings.add(name + ": no items are known, so there is no record. Declare its entities.");
      }
      kinds(sampled).forEach((shape, items) -> entity(sampled, constant, shape, items));
      table
          .timeToLive()
          .filter(ignored -> !sampled.items().isEmpty())
          .ifPresent(attribute ->
              findings.add(
                  "%s: items expire by %s. Reads pass over those whose time is over."
                      .formatted(name, attribute)));
    }

    private Map<String, List<Item>> kinds(SampledTable sampled) {
      Map<String, List<Item>> kinds = new LinkedHashMap<>();
      for (var item : sampled.items()) {
        kinds
            .computeIfAbsent(
                EntitySource.shape(sampled.table(), item), ignored -> new ArrayList<>())
            .add(item);
      }
      if (kinds.size() <= KINDS_MAX) return kinds;
      findings.add(
          "%s: the keys begin with %d different words, so all items are taken for one kind."
              .formatted(sampled.table().name(), kinds.size()));
      return Map.of(" ", sampled.items());
    }

    private void entity(
        SampledTable sampled, String tableConstant, String shape, List<Item> items) {
      var table = sampled.table();
      var name = EntitySource.name(table, shape);
      var entity = new EntitySource(table, tableConstant, items, name, names);
      var source = entity.write(sampled.items().size());
      if (source.isEmpty()) {
        findings.add(
            "%s: %d items have number keys with fractions or more than 15 digits, which no part holds."
                .formatted(table.name(), items.size()));
        return;
      }
      body.append(source.get());
      entities.add(entity.constant());
      patterns.addAll(entity.patternConstants());
      findings.add(
          "%s: %s has the key %s (%s: %d of %d items)."
              .formatted(
                  table.name(),
                  entity.type(),
                  entity.key(),
                  Confidence.of(items.size()).word(),
                  items.size(),
                  sampled.items().size()));
      lacks(table, entity, entity.mixed(), "have no type in common");
      lacks(table, entity, entity.empty(), "are null or empty in the sample");
    }

    private void lacks(Table table, EntitySource entity, List<String> attributes, String why) {
      if (attributes.isEmpty()) return;
      findings.add(
          "%s: %s lacks %s, whose values %s. A put would remove them."
              .formatted(table.name(), entity.type(), String.join(", ", attributes), why));
    }

    /** Text of others, which must not end the comment. */
    private static String comment(String text) {
      var out = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        switch (c) {
          case '<' -> out.append("&lt;");
          case '>' -> out.append("&gt;");
          case '&' -> out.append("&amp;");
          case '@' -> out.append("&#64;");
          case '*' -> out.append("&#42;");
          case '\\' -> out.append("&#92;");
          default -> out.append(c < ' ' ? ' ' : c);
        }
      }
      return out.toString();
    }
  }
}
