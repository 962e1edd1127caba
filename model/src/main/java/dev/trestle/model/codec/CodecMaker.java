package dev.trestle.model.codec;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Makes the codec of a type from those of the types in it. Used once, for one declaration. */
final class CodecMaker {
  private final Lookup lookup;
  private final String discriminator;
  private final RecordChanges changes;

  /** The records and sealed interfaces that are being made, further out. */
  private final Map<Class<?>, RecursiveCodec<Object>> open = new HashMap<>();

  /** How many things stand around this place that may be empty or something else. */
  private int ways;

  CodecMaker(Lookup lookup) {
    this(lookup, Codecs.DISCRIMINATOR, RecordChanges.none());
  }

  CodecMaker(Lookup lookup, String discriminator, RecordChanges changes) {
    this.lookup = lookup;
    this.discriminator = discriminator;
    this.changes = changes;
  }

  Codec<Object> codec(Type type, String where) {
    return switch (type) {
      case Class<?> plain -> ofClass(plain, where);
      case ParameterizedType generic -> ofGeneric(generic, where);
      default -> throw UnstorableTypes.of(type, where);
    };
  }

  private Codec<Object> ofClass(Class<?> type, String where) {
    var scalar = ScalarCodecs.of(type);
    if (scalar.isPresent()) return cast(scalar.get());
    if (type.isEnum()) return ScalarCodecs.ofEnum(type);
    if (type.isRecord() || (type.isSealed() && type.isInterface())) return ofOwn(type, where);
    throw UnstorableTypes.of(type, where);
  }

  private Codec<Object> ofGeneric(ParameterizedType type, String where) {
    ways++;
    try {
      return ofContainer(type, where);
    } finally {
      ways--;
    }
  }

  private Codec<Object> ofContainer(ParameterizedType type, String where) {
    var arguments = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) return optional(arguments[0], where);
    if (type.getRawType() == List.class) {
      return cast(new ListCodec<>(inside(arguments[0], where, "a list")));
    }
    if (type.getRawType() == Set.class) {
      return cast(new SetCodec<>(inside(arguments[0], where, "a set")));
    }
    if (type.getRawType() == Map.class) {
      if (codec(arguments[0], where) instanceof ScalarCodec.Text<Object> key) {
        return cast(new MapCodec<>(key, inside(arguments[1], where, "a map")));
      }
      throw UnstorableTypes.mapKey(arguments[0], where);
    }
    throw UnstorableTypes.of(type, where);
  }

  private Codec<Object> optional(Type type, String where) {
    var codec = codec(type, where);
    if (codec instanceof RecursiveCodec<Object>) return cast(new OptionalCodec<>(codec));
    if (mayBeAbsent(codec)) throw UnstorableTypes.twiceAbsent(type, where);
    return cast(new OptionalCodec<>(codec));
  }

  /** The codec of what lies in a collection, where nothing can be left out. */
  private Codec<Object> inside(Type type, String where, String container) {
    var codec = codec(type, where);
    if (isOptional(codec)) throw UnstorableTypes.optionalInside(type, where, container);
    return codec;
  }

  private static boolean isOptional(Codec<?> codec) {
    return codec instanceof OptionalCodec<?>
        || (codec instanceof WrapperCodec<?, ?> wrapper && isOptional(wrapper.inner()));
  }

  private static boolean mayBeAbsent(Codec<?> codec) {
    return codec instanceof SetCodec<?>
        || codec instanceof OptionalCodec<?>
        || (codec instanceof WrapperCodec<?, ?> wrapper && mayBeAbsent(wrapper.inner()));
  }

  /** A record or a sealed interface, which may hold itself. */
  private Codec<Object> ofOwn(Class<?> type, String where) {
    var outer = open.get(type);
    if (outer != null) {
      if (outer.ways() == ways) throw UnstorableTypes.endless(type, where);
      return outer.meet();
    }
    var recursion = new RecursiveCodec<Object>(ways);
    open.put(type, recursion);
    Codec<Object> codec;
    if (!type.isRecord()) {
      codec = sealed(type, where);
    } else if (type.getRecordComponents().length == 1) {
      codec = wrapper(type, where);
      if (recursion.met() && isOptional(codec)) throw UnstorableTypes.endless(type, where);
    } else {
      codec = record(type, where);
    }
    recursion.made(codec);
    open.remove(type);
    return codec;
  }

  @SuppressWarnings("unchecked")
  private RecordShape<Object> shape(Class<?> type, String where) {
    if (type.getTypeParameters().length > 0) throw UnstorableTypes.generic(type, where);
    return (RecordShape<Object>) RecordShape.of(type, lookup);
  }

  private RecordCodec<Object> record(Class<?> type, String where) {
    var shape = shape(type, where);
    var components = shape.components();
    @SuppressWarnings({"unchecked", "rawtypes"})
    Codec<Object>[] codecs = new Codec[components.size()];
    for (int i = 0; i < codecs.length; i++) {
      codecs[i] = codec(components.get(i).type(), within(where, type, components.get(i)));
    }
    var declared = new HashMap<String, RecordChanges.Change>();
    var changed = changes.of(type);
    for (int i = 0; i < codecs.length; i++) {
      var change = changed.get(components.get(i).name());
      if (change == null) continue;
      expectOwnNames(shape, change);
      declared.put(components.get(i).name(), asRead(shape, components.get(i), codecs[i], change));
    }
    return new RecordCodec<>(shape, codecs, declared);
  }

  private void expectOwnNames(RecordShape<?> shape, RecordChanges.Change change) {
    for (var former : change.formerNames()) {
      boolean taken =
          former.equals(discriminator)
              || shape.components().stream().anyMatch(each -> each.name().equals(former));
      if (!taken) continue;
      throw new IllegalArgumentException(
          "%s: '%s' is a former name and the name of another field"
              .formatted(shape.type().getSimpleName(), former));
    }
  }

  /** A default is equal to the same value when it is stored: the decimal 1.2E+3 is 1200. */
  private static RecordChanges.Change asRead(
      RecordShape<?> shape,
      RecordShape.Component component,
      Codec<Object> codec,
      RecordChanges.Change change) {
    if (change.absent().isEmpty()) return change;
    if (mayBeAbsent(codec)) {
      throw new IllegalArgumentException(
          ("%s.%s cannot have a default: an empty one is stored by leaving it out, and would be"
                  + " read as the default.")
              .formatted(shape.type().getSimpleName(), component.name()));
    }
    var values = EncodedValues.ENCODED;
    var stored = codec.write(change.absent().get(), values);
    return new RecordChanges.Change(change.formerNames(), Optional.of(codec.read(stored, values)));
  }

  private static String within(String where, Class<?> type, RecordShape.Component component) {
    return (where.isEmpty() ? "" : where + " > ") + type.getSimpleName() + "." + component.name();
  }

  private Codec<Object> wrapper(Class<?> type, String where) {
    var shape = shape(type, where);
    var component = shape.components().getFirst();
    var inner = codec(component.type(), within(where, type, component));
    Function<Object, Object> unwrap = whole -> shape.value(whole, 0);
    Function<Object, Object> wrap = value -> RecordCodec.make(shape, new Object[] {value});
    return inner instanceof ScalarCodec<Object> scalar
        ? scalar.as(unwrap, wrap)
        : new WrapperCodec<>(inner, unwrap, wrap);
  }

  private Codec<Object> sealed(Class<?> type, String where) {
    Map<Class<?>, RecordCodec<Object>> cases = new LinkedHashMap<>();
    ways++;
    collect(type, where, cases);
    ways--;
    return new SealedCodec<>(discriminator, cases);
  }

  private void collect(Class<?> type, String where, Map<Class<?>, RecordCodec<Object>> cases) {
    for (var permitted : type.getPermittedSubclasses()) {
      if (permitted.isSealed() && permitted.isInterface()) {
        collect(permitted, where, cases);
        continue;
      }
      if (!permitted.isRecord()) throw UnstorableTypes.notOfRecords(type, permitted, where);
      if (cases.containsKey(permitted)) continue;
      for (var other : cases.keySet()) {
        if (other.getSimpleName().equals(permitted.getSimpleName())) {
          throw UnstorableTypes.sameName(other, permitted, where);
        }
      }
      for (var component : permitted.getRecordComponents()) {
        if (component.getName().equals(discriminator)) {
          throw UnstorableTypes.discriminator(permitted, discriminator, where);
        }
      }
      cases.put(permitted, record(permitted, where));
    }
  }

  @SuppressWarnings("unchecked")
  static Codec<Object> cast(Codec<?> codec) {
    return (Codec<Object>) codec;
  }
}
