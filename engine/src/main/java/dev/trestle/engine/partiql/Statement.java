package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Column;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.expression.UpdateAction;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A statement, read. Its values are in slots: see {@link Prepared}. */
public sealed interface Statement {
  Target target();

  /** The table, and the index where a statement reads one. */
  record Target(String table, Optional<String> index) {}

  /**
   * A read.
   *
   * @param columns what it shows; none: all there is
   */
  record Select(Target target, List<Column> columns, Optional<Predicate> where, List<Order> orders)
      implements Statement {}

  /** A new item. */
  record Insert(Target target, NewItem item) implements Statement {}

  record Update(
      Target target,
      List<UpdateAction> actions,
      Optional<Predicate> where,
      Optional<Returning> returning)
      implements Statement {}

  record Delete(Target target, Optional<Predicate> where, Optional<Returning> returning)
      implements Statement {}

  /** What a transaction of writes wants to be there. */
  record Exists(Select select) implements Statement {
    @Override
    public Target target() {
      return select.target;
    }
  }

  record Order(String attribute, boolean descending) {}

  /** The item of an INSERT: written down, or all of it a parameter. */
  sealed interface NewItem {
    /** Attributes by name, each the slot of its value. */
    record Written(Map<String, Integer> slots) implements NewItem {}

    record Whole(int slot) implements NewItem {}

    /** The item itself. */
    default Item in(List<Value> values) {
      return switch (this) {
        case Written(var slots) -> Inserts.written(slots, values);
        case Whole(var slot) -> Inserts.whole(values.get(slot));
      };
    }
  }

  /** Which items a write shows. */
  enum Returning {
    ALL_OLD("ALL OLD *"),
    ALL_NEW("ALL NEW *"),
    MODIFIED_OLD("MODIFIED OLD *"),
    MODIFIED_NEW("MODIFIED NEW *");

    private final String text;

    Returning(String text) {
      this.text = text;
    }

    /** As it stands in a statement. */
    public String text() {
      return text;
    }
  }

  /** Whether it changes nothing and shows what it reads. */
  default boolean isRead() {
    return this instanceof Select;
  }
}
