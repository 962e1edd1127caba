package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Column;
import dev.trestle.engine.expression.ParsedAction;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A parsed statement. Its values are in slots; see {@link PreparedStatement}. */
public sealed interface Statement {
  Target target();

  /** The table of a statement, and the index if it reads one. */
  record Target(String table, Optional<String> index) {}

  /**
   * Reads items.
   *
   * @param columns the columns to return; empty for all attributes
   */
  record Select(Target target, List<Column> columns, Optional<Predicate> where, List<Order> orders)
      implements Statement {}

  /** A write of one item. */
  sealed interface Write extends Statement {}

  /** Adds an item. */
  record Insert(Target target, NewItem item) implements Write {}

  record Update(
      Target target,
      List<ParsedAction> actions,
      Optional<Predicate> where,
      Optional<Returning> returning)
      implements Write {}

  record Delete(Target target, Optional<Predicate> where, Optional<Returning> returning)
      implements Write {}

  /** Requires an item in a transaction of writes. */
  record Exists(Select select) implements Statement {
    @Override
    public Target target() {
      return select.target;
    }
  }

  record Order(String attribute, boolean descending) {}

  /** The item of an INSERT: written as a literal, or a single parameter. */
  sealed interface NewItem {
    /** The slots of the values by attribute name. */
    record Written(Map<String, Integer> slots) implements NewItem {}

    record Whole(int slot) implements NewItem {}

    /** Returns the item. */
    default Item in(List<Value> values) {
      return switch (this) {
        case Written(var slots) -> Inserts.written(slots, values);
        case Whole(var slot) -> Inserts.whole(values.get(slot));
      };
    }
  }

  /** What a write returns. */
  enum Returning {
    ALL_OLD("ALL OLD *"),
    ALL_NEW("ALL NEW *"),
    MODIFIED_OLD("MODIFIED OLD *"),
    MODIFIED_NEW("MODIFIED NEW *");

    private final String text;

    Returning(String text) {
      this.text = text;
    }

    /** Returns the clause as it is written in a statement. */
    public String text() {
      return text;
    }
  }

  /** Returns whether the statement reads. */
  default boolean isRead() {
    return this instanceof Select;
  }
}
