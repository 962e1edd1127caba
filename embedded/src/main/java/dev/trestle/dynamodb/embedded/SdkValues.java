package dev.trestle.dynamodb.embedded;

import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts the SDK's attribute values to encoded items, without a tree in between, and back. */
final class SdkValues {
  private SdkValues() {}

  static Item item(Map<String, AttributeValue> fields) {
    try {
      var writer = new ItemWriter();
      writeFields(writer, fields);
      return writer.finish();
    } catch (InvalidValueException fault) {
      RequestErrors.throwUnlessIgnored(fault);
      return Item.EMPTY;
    }
  }

  /** The values of an expression's placeholders. An error names its placeholder. */
  static Item placeholders(Map<String, AttributeValue> values) {
    var writer = new ItemWriter();
    for (var entry : values.entrySet()) {
      if (entry.getValue() == null) continue;
      try {
        write(writer.name(entry.getKey()), entry.getValue());
      } catch (InvalidValueException e) {
        RequestErrors.throwUnlessIgnored(RequestErrors.atPlaceholder(entry.getKey(), e));
        return Item.EMPTY;
      }
    }
    return writer.finish();
  }

  /** A null in place of a value counts as an empty one. */
  static @Nullable List<Value> values(List<AttributeValue> list) {
    if (list instanceof SdkAutoConstructList) return null;
    var values = new ArrayList<Value>(list.size());
    for (var value : list) values.add(value(value));
    return values;
  }

  static Value value(@Nullable AttributeValue value) {
    try {
      var writer = new ItemWriter().name("v");
      write(writer, value);
      return writer.finish().get("v").orElseThrow();
    } catch (InvalidValueException fault) {
      RequestErrors.throwUnlessIgnored(fault);
      return Value.nul();
    }
  }

  private static void writeFields(ItemWriter writer, Map<String, AttributeValue> fields) {
    fields.forEach((name, value) -> {
      if (value != null) write(writer.name(name), value);
    });
  }

  private static void write(ItemWriter writer, @Nullable AttributeValue value) {
    if (value == null) throw RequestErrors.emptyValue();
    switch (value.type()) {
      case S -> writer.string(value.s());
      case N -> writer.number(value.n());
      case B -> writer.binary(value.b().asByteArrayUnsafe());
      case BOOL -> writer.bool(value.bool());
      case NUL -> {
        if (!value.nul()) throw RequestErrors.falseNull();
        writer.nul();
      }
      case SS -> {
        writer.start(Type.SS);
        for (var member : value.ss()) writer.string(SdkCollections.present(member));
        writer.end();
      }
      case NS -> {
        writer.start(Type.NS);
        for (var member : value.ns()) writer.number(SdkCollections.present(member));
        writer.end();
      }
      case BS -> {
        writer.start(Type.BS);
        for (var member : value.bs()) {
          writer.binary(SdkCollections.present(member).asByteArrayUnsafe());
        }
        writer.end();
      }
      case L -> {
        writer.start(Type.L);
        for (var element : value.l()) write(writer, element);
        writer.end();
      }
      case M -> {
        writer.start(Type.M);
        writeFields(writer, value.m());
        writer.end();
      }
      case UNKNOWN_TO_SDK_VERSION -> throw RequestErrors.emptyValue();
      case null -> throw RequestErrors.severalTypes();
    }
  }

  /** The attributes of an item, for a builder of the SDK to copy. */
  static Map<String, AttributeValue> map(Item item) {
    return new FieldMap(item.count(), item::fields);
  }

  static List<Map<String, AttributeValue>> maps(List<Item> items) {
    var maps = new ArrayList<Map<String, AttributeValue>>(items.size());
    for (var item : items) maps.add(map(item));
    return maps;
  }

  /** Uses {@code createS} and the like, because {@code fromS} goes through a builder. */
  static AttributeValue attribute(Value value) {
    return switch (value.type()) {
      case S -> AttributeValue.createS(value.string());
      case N -> AttributeValue.createN(value.numberText());
      case B -> AttributeValue.createB(SdkBytes.fromByteArrayUnsafe(value.content()));
      case BOOL -> AttributeValue.createBool(value.bool());
      case NULL -> AttributeValue.createNul(true);
      case SS -> AttributeValue.createSs(strings(value));
      case NS -> AttributeValue.createNs(numbers(value));
      case BS -> AttributeValue.createBs(binaries(value));
      case L -> AttributeValue.createL(attributes(value));
      case M -> AttributeValue.createM(new FieldMap(value.count(), value::fields));
    };
  }

  private static List<String> strings(Value set) {
    var members = new ArrayList<String>(set.count());
    for (var member : set.elements()) members.add(member.string());
    return members;
  }

  private static List<String> numbers(Value set) {
    var members = new ArrayList<String>(set.count());
    for (var member : set.elements()) members.add(member.numberText());
    return members;
  }

  private static List<SdkBytes> binaries(Value set) {
    var members = new ArrayList<SdkBytes>(set.count());
    for (var member : set.elements()) members.add(SdkBytes.fromByteArrayUnsafe(member.content()));
    return members;
  }

  private static List<AttributeValue> attributes(Value list) {
    var elements = new ArrayList<AttributeValue>(list.count());
    for (var element : list.elements()) elements.add(attribute(element));
    return elements;
  }
}
