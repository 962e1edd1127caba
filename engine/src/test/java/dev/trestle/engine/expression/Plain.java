package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * DynamoDB values as plain Java objects: strings, BigDecimals (any number when written),
 * ByteBuffers, booleans, {@link #NULL}, sets, lists and maps.
 */
final class Plain {
  /** The value of type NULL. */
  static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "NULL";
        }
      };

  private Plain() {}

  /** Returns an item from alternating names and plain values. */
  static Item item(Object... namesAndValues) {
    return item(map(namesAndValues));
  }

  static Map<String, Object> map(Object... namesAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  static Item item(Map<String, Object> fields) {
    var writer = new ItemWriter();
    fields.forEach((name, plain) -> write(writer.name(name), plain));
    return writer.finish();
  }

  static Value value(Object plain) {
    return item("v", plain).get("v").orElseThrow();
  }

  static ByteBuffer bytes(int... bytes) {
    var buffer = ByteBuffer.allocate(bytes.length);
    for (int b : bytes) buffer.put((byte) b);
    return buffer.flip();
  }

  private static void write(ItemWriter writer, Object plain) {
    switch (plain) {
      case String text -> writer.string(text);
      case Number number -> writer.number(number.toString());
      case ByteBuffer binary -> {
        var copy = new byte[binary.remaining()];
        binary.duplicate().get(copy);
        writer.binary(copy);
      }
      case Boolean bool -> writer.bool(bool);
      case Set<?> set -> {
        writer.start(setType(set));
        set.forEach(member -> write(writer, member));
        writer.end();
      }
      case List<?> list -> {
        writer.start(Type.L);
        list.forEach(element -> write(writer, element));
        writer.end();
      }
      case Map<?, ?> map -> {
        writer.start(Type.M);
        map.forEach((name, entry) -> write(writer.name((String) name), entry));
        writer.end();
      }
      default -> writer.nul();
    }
  }

  private static Type setType(Set<?> set) {
    return switch (set.iterator().next()) {
      case String _ -> Type.SS;
      case ByteBuffer _ -> Type.BS;
      default -> Type.NS;
    };
  }

  static Map<String, Object> of(Item item) {
    var map = new LinkedHashMap<String, Object>();
    item.forEach((name, value) -> map.put(name, of(value)));
    return map;
  }

  static Object of(Value value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.number().stripTrailingZeros();
      case B -> ByteBuffer.wrap(value.content());
      case BOOL -> value.bool();
      case NULL -> NULL;
      case SS, NS, BS -> {
        var set = new LinkedHashSet<>();
        value.elements().forEach(member -> set.add(of(member)));
        yield set;
      }
      case L -> {
        var list = new ArrayList<>();
        value.elements().forEach(element -> list.add(of(element)));
        yield list;
      }
      case M -> {
        var map = new LinkedHashMap<String, Object>();
        for (var fields = value.fields(); fields.next(); ) {
          map.put(fields.name(), of(fields.value()));
        }
        yield map;
      }
    };
  }
}
