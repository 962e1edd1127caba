package dev.trestle.cli.migrate;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Fingerprints of declarations. Equal ones store items in the same way. */
final class Declaration {
  /** Stands for the form of items that were deleted. */
  static final String DELETED = "deleted";

  private Declaration() {}

  /** The fingerprint of everything that a migration looks at. */
  static String of(Model model) {
    return hash(
        model.tables().stream()
                .sorted(Comparator.comparing(Table::name))
                .map(table -> schema(table) + form(table, entities(model, table)))
                .collect(Collectors.joining("\n"))
            + moves(model));
  }

  private static String moves(Model model) {
    return model.entities().stream()
        .filter(entity -> entity.movedFrom().isPresent())
        .map(entity -> MovedItems.of(entity).name())
        .sorted()
        .toList()
        .toString();
  }

  /** The fingerprint of how the items of one table are stored. */
  static String of(Model model, Table table) {
    return hash(form(table, entities(model, table)));
  }

  /** The fingerprint of a move to another key. */
  static String of(MovedItems<?, ?> moved) {
    return hash(form(moved.former()) + "\n" + form(moved.entity()));
  }

  static List<Entity<?>> entities(Model model, Table table) {
    return model.entities().stream().filter(entity -> entity.table().equals(table)).toList();
  }

  private static String schema(Table table) {
    return "%s %s %s %s\n"
        .formatted(table.name(), table.partition(), table.sort(), table.indexes());
  }

  private static String form(Table table, List<Entity<?>> entities) {
    return entities.stream()
        .sorted(Comparator.comparing(Entity::name))
        .map(Declaration::form)
        .collect(Collectors.joining("\n", table.name() + "\n", ""));
  }

  private static String form(Entity<?> entity) {
    var keys = entity.keyFields().stream().map(Declaration::form).collect(Collectors.joining(", "));
    var attributes =
        entity.attributes().stream()
            .map(each ->
                "%s %s %s %s"
                    .formatted(each.name(), each.formerNames(), each.codec().form(), each.absent()))
            .collect(Collectors.joining(", "));
    return entity.name() + ": " + keys + "; " + attributes + "; " + entity.nested();
  }

  private static String form(ItemCodec.KeyField field) {
    return "%s %s %s"
        .formatted(
            field.attribute(),
            field.key(),
            field.key().parts().stream().map(Declaration::form).toList());
  }

  private static String form(Part<?> part) {
    return part.name() + part.source().map(PartSource::component).map(" of "::concat).orElse("");
  }

  private static String hash(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
