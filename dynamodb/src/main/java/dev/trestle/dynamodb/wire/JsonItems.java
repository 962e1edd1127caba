package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.dynamodb.RequestFaults;
import dev.trestle.item.Fields;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Items and values in DynamoDB's JSON, read straight into their encoded form and written from it.
 */
final class JsonItems {
  private static final String STRUCTURE = "AttributeValue";

  private JsonItems() {}

  static Item item(JsonParser in) throws IOException {
    int outside = outside(in);
    try {
      var writer = new ItemWriter();
      fields(in, writer);
      return writer.finish();
    } catch (InvalidValueException fault) {
      passOver(in, outside, fault);
      return Item.EMPTY;
    }
  }

  /** The values of an expression's placeholders; a fault is told with its placeholder. */
  static Item placeholders(JsonParser in) throws IOException {
    Structures.startMap(in, STRUCTURE);
    int outside = outside(in);
    var writer = new ItemWriter();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      in.nextToken();
      try {
        value(in, writer.name(name));
      } catch (InvalidValueException e) {
        passOver(in, outside, RequestFaults.atPlaceholder(name, e));
        return Item.EMPTY;
      }
    }
    return writer.finish();
  }

  static Value value(JsonParser in) throws IOException {
    int outside = outside(in);
    try {
      var writer = new ItemWriter().name("v");
      value(in, writer);
      return writer.finish().get("v").orElseThrow();
    } catch (InvalidValueException fault) {
      passOver(in, outside, fault);
      return Value.nul();
    }
  }

  /** How deep that lies which the value is in on which the parser stands. */
  private static int outside(JsonParser in) {
    int depth = in.getParsingContext().getNestingDepth();
    return in.currentToken().isStructStart() ? depth - 1 : depth;
  }

  /** Leaves the parser on the last token of the faulty value, unless the fault is thrown. */
  private static void passOver(JsonParser in, int outside, InvalidValueException fault)
      throws IOException {
    RequestFaults.passOver(fault);
    while (in.getParsingContext().getNestingDepth() > outside) in.nextToken();
  }

  private static void fields(JsonParser in, ItemWriter writer) throws IOException {
    Structures.startMap(in, STRUCTURE);
    while (in.nextToken() != JsonToken.END_OBJECT) {
      writer.name(in.currentName());
      in.nextToken();
      value(in, writer);
    }
  }

  /** Writers refuse deep nesting, so this cannot run away on a hostile request. */
  private static void value(JsonParser in, ItemWriter writer) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) throw RequestFaults.emptyValue();
    Structures.startStructure(in, STRUCTURE);
    boolean written = false;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var type = in.currentName();
      if (in.nextToken() == JsonToken.VALUE_NULL) continue;
      if (!isType(type)) {
        in.skipChildren();
        continue;
      }
      if (written) throw RequestFaults.severalTypes();
      written = true;
      content(in, Type.valueOf(type), writer);
    }
    if (!written) throw RequestFaults.emptyValue();
  }

  private static boolean isType(String name) {
    return switch (name) {
      case "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M" -> true;
      default -> false;
    };
  }

  private static void content(JsonParser in, Type type, ItemWriter writer) throws IOException {
    switch (type) {
      case S -> writer.string(Scalars.string(in));
      case N -> writer.number(Scalars.string(in));
      case B -> writer.binary(Scalars.binary(in));
      case BOOL -> writer.bool(Scalars.bool(in));
      case NULL -> {
        if (!Scalars.bool(in)) throw RequestFaults.falseNull();
        writer.nul();
      }
      case SS, NS, BS -> {
        writer.start(type);
        startList(in);
        while (in.nextToken() != JsonToken.END_ARRAY) content(in, type.member(), writer);
        writer.end();
      }
      case L -> {
        writer.start(type);
        startList(in);
        while (in.nextToken() != JsonToken.END_ARRAY) value(in, writer);
        writer.end();
      }
      case M -> {
        writer.start(type);
        fields(in, writer);
        writer.end();
      }
    }
  }

  private static void startList(JsonParser in) {
    if (in.currentToken() == JsonToken.START_OBJECT) throw Scalars.structure();
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw new MalformedRequest("Unexpected field type");
    }
  }

  static void write(JsonGenerator out, Item item) throws IOException {
    write(out, item.fields());
  }

  /** What a transaction read, a place for each thing asked for. */
  static void writeResponses(JsonGenerator out, List<Optional<Item>> responses) throws IOException {
    out.writeArrayFieldStart("Responses");
    for (var item : responses) {
      out.writeStartObject();
      if (item.isPresent()) write(out, "Item", item.get());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  static void write(JsonGenerator out, String name, Item item) throws IOException {
    out.writeFieldName(name);
    write(out, item.fields());
  }

  private static void write(JsonGenerator out, Fields fields) throws IOException {
    out.writeStartObject();
    while (fields.next()) {
      out.writeFieldName(fields.name());
      write(out, fields.value());
    }
    out.writeEndObject();
  }

  private static void write(JsonGenerator out, Value value) throws IOException {
    out.writeStartObject();
    out.writeFieldName(value.type().name());
    switch (value.type()) {
      case NULL -> out.writeBoolean(true);
      case BOOL -> out.writeBoolean(value.bool());
      case S, N, B -> writeContent(out, value);
      case SS, NS, BS -> {
        out.writeStartArray();
        for (var member : value.elements()) writeContent(out, member);
        out.writeEndArray();
      }
      case L -> {
        out.writeStartArray();
        for (var element : value.elements()) write(out, element);
        out.writeEndArray();
      }
      case M -> write(out, value.fields());
    }
    out.writeEndObject();
  }

  private static void writeContent(JsonGenerator out, Value value) throws IOException {
    switch (value.type()) {
      case S -> {
        var utf8 = value.content();
        out.writeUTF8String(utf8, 0, utf8.length);
      }
      case N -> out.writeString(value.numberText());
      case B -> out.writeBinary(value.content());
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("in a set");
    }
  }
}
