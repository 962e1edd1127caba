package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Comparator;
import dev.trestle.engine.expression.Operand;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one item that a WHERE clause is about, and what it wants of it: equalities on key attributes
 * that are joined by AND with all the rest.
 *
 * @param key the key attributes that are given, be they all or not
 * @param condition what is wanted beside them
 * @param contradicted a key attribute that is given two values, the second of which is part of the
 *     condition
 */
public record ItemTarget(Item key, Optional<Predicate> condition, Optional<String> contradicted) {
  public static ItemTarget of(
      Optional<Predicate> where, List<Value> values, List<String> keyNames) {
    var reading = new Reading(values, keyNames);
    where.ifPresent(reading::add);
    return new ItemTarget(Item.of(reading.key), reading.joined(), reading.contradicted);
  }

  private static final class Reading {
    final List<Value> values;
    final List<String> keyNames;
    final Map<String, Value> key = new LinkedHashMap<>();
    final List<Predicate> rest = new ArrayList<>();
    Optional<String> contradicted = Optional.empty();

    Reading(List<Value> values, List<String> keyNames) {
      this.values = values;
      this.keyNames = keyNames;
    }

    void add(Predicate predicate) {
      if (predicate instanceof Predicate.And(var left, var right)) {
        add(left);
        add(right);
      } else if (!takesKey(predicate)) {
        rest.add(predicate);
      }
    }

    private boolean takesKey(Predicate predicate) {
      if (!(predicate instanceof Predicate.Compare(var comparator, var left, var right))
          || comparator != Comparator.EQ) {
        return false;
      }
      return takesKey(left, right) || takesKey(right, left);
    }

    private boolean takesKey(Operand attribute, Operand value) {
      if (!(attribute instanceof Operand.Path path)
          || !(value instanceof Operand.ValueReference(var slot, _))) {
        return false;
      }
      var name = path.attribute().filter(keyNames::contains);
      if (name.isEmpty()) return false;
      var known = key.putIfAbsent(name.get(), values.get(slot));
      if (known == null || known.equals(values.get(slot))) return true;
      contradicted = contradicted.or(() -> name);
      return false;
    }

    Optional<Predicate> joined() {
      return rest.stream().reduce(Predicate.And::new);
    }
  }
}
