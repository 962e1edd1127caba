package dev.trestle.store;

import dev.trestle.model.Binding;
import dev.trestle.model.Range;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.KeyWriter;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.TextRange;
import dev.trestle.model.key.Within;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Which sort keys a query is for. A range over a template's text ends where the keys with the bound
 * parts end, so it never runs into those of other entities.
 */
sealed interface SortRange<K> {
  String FROM = ":from";
  String TO = ":to";

  /** What is asked of the sort key under this placeholder; empty for nothing. */
  String text(String name);

  /** Puts the values; false where no key can lie within, which DynamoDB refuses to be asked. */
  boolean put(K parameters, Map<String, AttributeValue> values);

  static <K> SortRange<K> of(Key key, RecordShape<K> parameters, Binding binding) {
    var components =
        binding.sort().stream().mapToInt(name -> parameters.component(name).index()).toArray();
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
        case Key.Number _, Key.Bytes _ -> new Direct<>(KeyWriter.of(key), part, bounds);
      };
    }
    if (bound.filled() == key.parts().size()) return new Exact<>(bound);
    return switch (key) {
      case Key.Text(var template) ->
          bound.filled() == 0 && template.prefix().isEmpty() ? new All<>() : new Prefix<>(bound);
      case Key.Number _, Key.Bytes _ -> new All<>();
    };
  }

  private static <K> SortRange<K> textRange(
      KeyTemplate template, Part<?> part, KeyCodec<K> bound, Bounds<K> bounds) {
    template
        .disorder(part)
        .ifPresent(why -> {
          throw new IllegalArgumentException("no range over <" + part.name() + ">: " + why);
        });
    return new Ranged<>(template, bound, bounds);
  }

  /** The values of a range's ends, as values of the part. */
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
              .orElseThrow(() -> new IllegalArgumentException("an empty Optional as a bound"));
    }
  }

  /** Every item of the partition. */
  record All<K>() implements SortRange<K> {
    @Override
    public String text(String name) {
      return "";
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      return true;
    }
  }

  /** The one whose sort key is bound whole. */
  record Exact<K>(KeyCodec<K> key) implements SortRange<K> {
    @Override
    public String text(String name) {
      return name + " = " + FROM;
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      Optional<AttributeValue> value = key.write(parameters, AttributeValues.SDK);
      values.put(
          FROM,
          value.orElseThrow(() -> new IllegalArgumentException("an empty Optional in a key")));
      return true;
    }
  }

  /** Those that begin with the bound parts. */
  record Prefix<K>(KeyCodec<K> key) implements SortRange<K> {
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

  /** A range of texts behind the bound parts. */
  record Ranged<K>(KeyTemplate template, KeyCodec<K> bound, Bounds<K> bounds)
      implements SortRange<K> {
    @Override
    public String text(String name) {
      return name + " BETWEEN " + FROM + " AND " + TO;
    }

    @Override
    public boolean put(K parameters, Map<String, AttributeValue> values) {
      var given =
          bound
              .values(parameters)
              .orElseThrow(() -> new IllegalArgumentException("an empty Optional in a key"));
      var range = range(template.within(given), parameters);
      if (range.isEmpty()) return false;
      values.put(FROM, AttributeValue.fromS(range.from()));
      values.put(TO, AttributeValue.fromS(range.to()));
      return true;
    }

    private TextRange range(Within within, K parameters) {
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

  /** A range of numbers or bytes; those of a descending part lie the other way round. */
  record Direct<K>(KeyWriter key, Part<?> part, Bounds<K> bounds) implements SortRange<K> {
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
      return compare(values.get(FROM), values.get(TO)) <= 0;
    }

    private AttributeValue value(Function<K, Object> of, K parameters) {
      return key.write(new Object[] {of.apply(parameters)}, AttributeValues.SDK);
    }

    private static int compare(AttributeValue one, AttributeValue other) {
      if (one.n() == null) {
        return Arrays.compareUnsigned(one.b().asByteArrayUnsafe(), other.b().asByteArrayUnsafe());
      }
      return AttributeValues.SDK.asNumber(one).compareTo(AttributeValues.SDK.asNumber(other));
    }
  }
}
