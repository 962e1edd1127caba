package dev.trestle.model.codec;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Explains why types cannot be stored. */
final class UnstorableTypes {
  private static final Set<Class<?>> GENERIC =
      Set.of(Optional.class, List.class, Set.class, Map.class);

  private UnstorableTypes() {}

  static UnstorableTypeException of(Type type, String where) {
    return new UnstorableTypeException(
        where, type.getTypeName() + " cannot be stored", remedy(type));
  }

  private static String remedy(Type type) {
    return switch (type) {
      case Class<?> plain -> remedy(plain);
      case ParameterizedType generic -> remedy((Class<?>) generic.getRawType());
      case WildcardType ignored -> "name the type in place of the ?";
      case TypeVariable<?> ignored -> "name the type in place of the type variable";
      case GenericArrayType ignored -> "make it a List";
      default -> "make it a record";
    };
  }

  private static String remedy(Class<?> type) {
    if (GENERIC.contains(type)) return "say what it holds: " + type.getSimpleName() + "<…>";
    if (type.isArray()) return "make it a List; of arrays there is only byte[]";
    if (type == char.class || type == Character.class) return "make it a String";
    if (type == OptionalInt.class) return "make it an Optional<Integer>";
    if (type == OptionalLong.class) return "make it an Optional<Long>";
    if (type == OptionalDouble.class) return "make it an Optional<Double>";
    if (Date.class.isAssignableFrom(type)) return "make it an Instant";
    if (type == ZonedDateTime.class || type == OffsetDateTime.class) {
      return "make it an Instant, and a ZoneId beside it if the zone matters";
    }
    if (Map.class.isAssignableFrom(type)) return "make it a Map";
    if (Set.class.isAssignableFrom(type)) return "make it a Set";
    if (Collection.class.isAssignableFrom(type)) return "make it a List or a Set";
    if (type.isRecord()) return "write a record of its own without type parameters";
    if (type.isInterface()) return "make it a sealed interface of records";
    return "make it a record";
  }

  static UnstorableTypeException generic(Class<?> type, String where) {
    return new UnstorableTypeException(
        where,
        type.getSimpleName() + " has type parameters",
        "write a record of its own for each use");
  }

  static UnstorableTypeException mapKey(Type type, String where) {
    return new UnstorableTypeException(
        where,
        "a map with keys of " + type.getTypeName(),
        "keys are String, an enum, or a record of one such");
  }

  static UnstorableTypeException twiceAbsent(Type type, String where) {
    return new UnstorableTypeException(
        where,
        "an Optional of " + type.getTypeName() + " has two ways to be absent",
        "leave out the Optional: what is not there is read as empty");
  }

  static UnstorableTypeException optionalInside(Type type, String where, String container) {
    return new UnstorableTypeException(
        where,
        type.getTypeName() + " in " + container + ", where nothing can be left out",
        "leave absent ones out of it, or make a record with an Optional in it");
  }

  static UnstorableTypeException endless(Type type, String where) {
    return new UnstorableTypeException(
        where,
        type.getTypeName() + " contains itself without end",
        "hold the inner one in an Optional, a List or a Map");
  }

  static UnstorableTypeException notOfRecords(Class<?> type, Class<?> other, String where) {
    return new UnstorableTypeException(
        where,
        type.getSimpleName() + " permits " + other.getSimpleName() + ", which is not a record",
        "make it one");
  }

  static UnstorableTypeException sameName(Class<?> one, Class<?> other, String where) {
    return new UnstorableTypeException(
        where,
        one.getName() + " and " + other.getName() + " have one simple name, which is stored",
        "rename one");
  }

  static UnstorableTypeException discriminator(Class<?> type, String name, String where) {
    return new UnstorableTypeException(
        where,
        type.getSimpleName() + " has a component '" + name + "', which names the record",
        "rename the component, or choose another name by Codecs.sealed");
  }
}
