package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Comparator;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The item that a WHERE clause identifies by equalities on its key attributes, and the rest of the
 * clause.
 *
 * @param key the key attributes that the clause gives, perhaps not all
 * @param condition the rest of the clause
 * @param contradicted a key attribute with two values, of which the second is part of the condition
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

    private boolean takesKey(ParsedOperand attribute, ParsedOperand value) {
      if (!(attribute instanceof ParsedOperand.Path path)
          || !(value instanceof ParsedOperand.ValueReference reference)) {
        return false;
      }
      var name = path.attribute().filter(keyNames::contains);
      if (name.isEmpty()) return false;
      var given = values.get(reference.slot());
      var known = key.putIfAbsent(name.get(), given);
      if (known == null || known.equals(given)) return true;
      contradicted = contradicted.or(() -> name);
      return false;
    }

    Optional<Predicate> joined() {
      return rest.stream().reduce(Predicate.And::new);
    }
  }
}
