package dev.trestle.store;

import dev.trestle.model.Binding;
import dev.trestle.model.Range;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.KeyWriter;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyRanges;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.TextRange;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The range of sort keys that a query reads. A range over a template's text ends where the keys
 * with the bound parts end, so it never includes keys of other entities.
 */
sealed interface SortKeyRange<K> {
  String FROM = ":from";
  String TO = ":to";

  /** Returns the condition on the sort key with this placeholder; empty if there is none. */
  String text(String name);

  /**
   * Adds the values. Returns false if no key can be in the range, because DynamoDB refuses such a
   * condition.
   */
  boolean put(K parameters, Map<String, AttributeValue> values);

  static <K> SortKeyRange<K> of(Key key, RecordShape<K> parameters, Binding binding) {
    var components =
        key.parts().subList(0, binding.sort().size()).stream()
            .mapToInt(part -> KeyCodec.component(parameters, part).index())
            .toArray();
    var bound = KeyCodec.of(parameters, key, components);
    if (!binding.sortStray().isEmpty()) {
      throw new IllegalArgumentException(
          "%s cannot be bound, since %s before it is not"
              .formatted(binding.sortStray(), binding.sortMissing().getFirst()));
    }
    if (binding.range().isPresent()) {
      var range = binding.range().get();
      var ranged =
          binding.ranged().orElseThrow(() -> new IllegalArgumentException("a range over nothing"));
      var part =
          key.parts().stream().filter(each -> each.name().equals(ranged)).findFirst().orElseThrow();
      var bounds = Bounds.of(range, parameters, part);
      return switch (key) {
        case Key.Text(var template) -> textRange(template, part, bound, bounds);
        case Key.Number ignored -> new Direct<>(KeyWriter.of(key), part, bounds);
        case Key.Bytes ignored -> new Direct<>(KeyWriter.of(key), part, bounds);
      };
    }
    if (bound.filled() == key.parts().size()) return new Exact<>(bound);
    return switch (key) {
      case Key.Text(var template) ->
          bound.filled() == 0 && template.prefix().isEmpty() ? new All<>() : new Prefix<>(bound);
      case Key.Number ignored -> new All<>();
      case Key.Bytes ignored -> new All<>();
    };
  }

  private static <K> SortKeyRange<K> textRange(
      KeyTemplate template, Part<?> part, KeyCodec<K> bound, Bounds<K> bounds) {
    template
        .disorder(part)
        .ifPresent(why -> {
          throw new IllegalArgumentException("no range over <" + part.name() + ">: " + why);
        });
    return new Ranged<>(template, bound, bounds);
  }

  static IllegalArgumentException emptyBound(RecordShape<?> parameters, String name) {
    return new IllegalArgumentException(
        "%s.%s is empty, but a range begins or ends there. Give it a value."
            .formatted(parameters.type().getSimpleName(), name));
  }

  /** The ends of a range, as values of the part. */
  record Bounds<K>(Range.Kind kind, Function<K, Object> from, Optional<Function<K, Object>> to) {
    static <K> Bounds<K> of(Range range, RecordShape<K> parameters, Part<?> part) {
      return new Bounds<>(
          range.kind(),
          value(range.from(), parameters, part),
          range.to().map(name -> value(name, parameters, part)));
    }

    private static <K> Function<K, Object> value(
        String name, RecordShape<K> parameters, Part<?> part) {
      int index = parameters.component(name).index();
      var made = KeyWriter.part(parameters, index, part);
      return given ->
          made.apply(parameters.value(given, index))
              .orElseThrow(() -> emptyBound(parameters, name));
    }
  }

  /** Every item of the partition. */
  record All<K>() implements SortKeyRange<K> {
    @Override
    public String text(String name) {
      return "";
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      return true;
    }
  }

  /** The item whose sort key is fully bound. */
  record Exact<K>(KeyCodec<K> key) implements SortKeyRange<K> {
    @Override
    public String text(String name) {
      return name + " = " + FROM;
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      Optional<AttributeValue> value = key.write(parameters, AttributeValues.SDK);
      values.put(FROM, value.orElseThrow(() -> key.incomplete(parameters)));
      return true;
    }
  }

  /** The keys that begin with the bound parts. */
  record Prefix<K>(KeyCodec<K> key) implements SortKeyRange<K> {
    @Override
    public String text(String name) {
      return "begins_with(" + name + ", " + FROM + ")";
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      Optional<AttributeValue> prefix = key.prefix(parameters, AttributeValues.SDK);
      values.put(FROM, prefix.orElseThrow());
      return true;
    }
  }

  /** A range of texts after the bound parts. */
  record Ranged<K>(KeyTemplate template, KeyCodec<K> bound, Bounds<K> bounds)
      implements SortKeyRange<K> {
    @Override
    public String text(String name) {
      return name + " BETWEEN " + FROM + " AND " + TO;
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      var given = bound.values(parameters).orElseThrow(() -> bound.incomplete(parameters));
      var range = range(template.within(given), parameters);
      if (range.isEmpty()) return false;
      values.put(FROM, AttributeValue.fromS(range.from()));
      values.put(TO, AttributeValue.fromS(range.to()));
      return true;
    }

    private TextRange range(KeyRanges within, K parameters) {
      var from = bounds.from.apply(parameters);
      return switch (bounds.kind) {
        case MORE_THAN -> within.moreThan(from);
        case AT_LEAST -> within.atLeast(from);
        case LESS_THAN -> within.lessThan(from);
        case AT_MOST -> within.atMost(from);
        case BETWEEN -> within.between(from, bounds.to.orElseThrow().apply(parameters));
      };
    }
  }

  /** A range of numbers or bytes. For a descending part, the ends are swapped. */
  record Direct<K>(KeyWriter key, Part<?> part, Bounds<K> bounds) implements SortKeyRange<K> {
    @Override
    public String text(String name) {
      boolean turned = part.isDescending();
      return name
          + switch (bounds.kind) {
            case MORE_THAN -> (turned ? " < " : " > ") + FROM;
            case AT_LEAST -> (turned ? " <= " : " >= ") + FROM;
            case LESS_THAN -> (turned ? " > " : " < ") + FROM;
            case AT_MOST -> (turned ? " >= " : " <= ") + FROM;
            case BETWEEN -> " BETWEEN " + FROM + " AND " + TO;
          };
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      var from = value(bounds.from, parameters);
      if (bounds.kind != Range.Kind.BETWEEN) {
        values.put(FROM, from);
        return true;
      }
      var to = value(bounds.to.orElseThrow(), parameters);
      values.put(FROM, part.isDescending() ? to : from);
      values.put(TO, part.isDescending() ? from : to);
      return SortKeyOrder.ASCENDING.compare(values.get(FROM), values.get(TO)) <= 0;
    }

    private AttributeValue value(Function<K, Object> of, K parameters) {
      return key.write(new Object[] {of.apply(parameters)}, AttributeValues.SDK);
    }
  }
}
