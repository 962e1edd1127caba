package dev.trestle.model;

import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.ItemCodec.KeyField;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import dev.trestle.model.key.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An index key attribute that an update rewrites. A key with several components is rewritten when
 * one of them changes, and removed when one becomes absent. An upsert also writes the index keys
 * that follow from the item's own key, because otherwise a new item would be in no index.
 *
 * @param indexes the indexes that have the attribute in their key
 * @param parts where the value of each part comes from, in the order of the key
 * @param onInsert whether the key of an existing item is left unchanged
 */
public record IndexKeyChange(
    List<String> indexes, KeyField field, List<PartSource> parts, boolean onInsert) {

  /** Where the value of a part comes from. */
  public sealed interface PartSource {
    Part<?> part();

    /** A parameter of this name; derived: the part is computed from it. */
    record FromParameter(Part<?> part, String name, boolean derived) implements PartSource {}

    /** A declared value of the component; derived: the part is computed from it. */
    record FromLiteral(Part<?> part, Object value, boolean derived) implements PartSource {}

    /** The update removes the component, and with it the key. */
    record Removed(Part<?> part) implements PartSource {}

    /** Only the item has the value, so the key cannot be written. */
    record Unknown(Part<?> part) implements PartSource {}
  }

  public IndexKeyChange {
    indexes = List.copyOf(indexes);
    parts = List.copyOf(parts);
  }

  /** Returns the names of the parts whose values the update does not know. */
  public List<String> missing() {
    return parts.stream()
        .filter(PartSource.Unknown.class::isInstance)
        .map(source -> source.part().name())
        .toList();
  }

  static List<IndexKeyChange> of(Update<?, ?> update) {
    return new Changes(update).list();
  }

  /** Finds the index keys that one update changes. */
  private static final class Changes {
    private final Update<?, ?> update;
    private final Entity<?> entity;
    private final Map<String, UpdateAction> actionByComponent = new HashMap<>();
    private final Set<String> parameters;

    Changes(Update<?, ?> update) {
      this.update = update;
      this.entity = update.entity();
      for (var action : update.actions()) {
        entity
            .stored(action.path().attribute())
            .ifPresent(attribute -> actionByComponent.put(attribute.component(), action));
      }
      parameters =
          update.parameters().components().stream()
              .map(component -> component.name())
              .collect(Collectors.toSet());
    }

    List<IndexKeyChange> list() {
      var direct = new HashSet<String>();
      update.actions().forEach(action -> direct.add(action.path().attribute()));
      return entity.keyFields().stream()
          .filter(field -> !isTableKey(field.attribute()))
          .filter(field -> !direct.contains(field.attribute()))
          .filter(this::isWritten)
          .map(this::change)
          .toList();
    }

    private boolean isTableKey(String attribute) {
      var table = entity.table();
      return attribute.equals(table.partition().name())
          || table.sort().filter(sort -> sort.name().equals(attribute)).isPresent();
    }

    private boolean isWritten(KeyField field) {
      var names = names(field.key().parts());
      if (names.stream().anyMatch(actionByComponent::containsKey)) return true;
      return update.upsert() && names(entity.keys().parts()).containsAll(names);
    }

    private Set<String> names(List<Part<?>> parts) {
      return parts.stream().map(this::component).collect(Collectors.toSet());
    }

    /** The entity's component that fills a part, or that it is computed from. */
    private String component(Part<?> part) {
      return KeyCodec.component(entity.shape(), part).name();
    }

    private boolean isDerived(Part<?> part) {
      return KeyComponents.isDerived(entity.shape(), part);
    }

    private IndexKeyChange change(KeyField field) {
      var touched =
          field.key().parts().stream()
              .map(part -> actionByComponent.get(component(part)))
              .filter(action -> action != null)
              .toList();
      boolean onInsert = touched.stream().allMatch(this::isOnInsert);
      var sources =
          field.key().parts().stream().<PartSource>map(part -> source(part, onInsert)).toList();
      return new IndexKeyChange(indexes(field.attribute()), field, sources, onInsert);
    }

    private boolean isOnInsert(UpdateAction action) {
      return action instanceof UpdateAction.Set(var path, OperandTree.OrElse(var own, var ignored))
          && own.equals(path);
    }

    private List<String> indexes(String attribute) {
      return entity.indexes().stream()
          .map(Index::index)
          .filter(index ->
              index.partition().name().equals(attribute)
                  || index.sort().filter(sort -> sort.name().equals(attribute)).isPresent())
          .map(TableIndex::name)
          .toList();
    }

    private PartSource source(Part<?> part, boolean onInsert) {
      var action = actionByComponent.get(component(part));
      if (action == null) {
        return isKnownByName(part)
            ? new PartSource.FromParameter(part, part.name(), false)
            : parameter(part, component(part));
      }
      return switch (action) {
        case UpdateAction.Remove ignored -> new PartSource.Removed(part);
        case UpdateAction.Set(var ignored, OperandTree.OrElse(var ignored2, var value))
            when onInsert ->
            operand(part, value);
        case UpdateAction.Set(var ignored, var operand) -> operand(part, operand);
        case UpdateAction.Add ignored -> new PartSource.Unknown(part);
        case UpdateAction.AddAll ignored -> new PartSource.Unknown(part);
        case UpdateAction.RemoveAll ignored -> new PartSource.Unknown(part);
      };
    }

    /**
     * A derived part that is given under its own name must be in the table's key, too. Otherwise
     * nothing would tell whether the item's component belongs to it.
     */
    private boolean isKnownByName(Part<?> part) {
      return parameters.contains(part.name())
          && (!isDerived(part)
              || entity.keys().parts().stream().anyMatch(key -> key.name().equals(part.name())));
    }

    private PartSource operand(Part<?> part, OperandTree operand) {
      return switch (operand) {
        case OperandTree.Literal(var value) -> {
          var codec = entity.attribute(component(part)).codec();
          yield new PartSource.FromLiteral(
              part, codec.read(value, EncodedValues.ENCODED), isDerived(part));
        }
        case OperandTree.Parameter(var name) -> parameter(part, name);
        case OperandTree.Current ignored -> new PartSource.Unknown(part);
        case OperandTree.Plus ignored -> new PartSource.Unknown(part);
        case OperandTree.Minus ignored -> new PartSource.Unknown(part);
        case OperandTree.OrElse ignored -> new PartSource.Unknown(part);
        case OperandTree.Joined ignored -> new PartSource.Unknown(part);
      };
    }

    private PartSource parameter(Part<?> part, String name) {
      return parameters.contains(name)
          ? new PartSource.FromParameter(part, name, isDerived(part))
          : new PartSource.Unknown(part);
    }
  }
}
