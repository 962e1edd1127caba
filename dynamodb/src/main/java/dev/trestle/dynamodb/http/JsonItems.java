package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.item.Fields;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads items and values of DynamoDB's JSON directly into their encoded form, and writes them. */
final class JsonItems {
  private static final String STRUCTURE = "AttributeValue";

  private JsonItems() {}

  static Item item(JsonParser in) throws IOException {
    int outside = outside(in);
    try {
      var writer = new ItemWriter();
      fields(in, writer);
      return writer.finish();
    } catch (InvalidValueException invalid) {
      skipInvalid(in, outside, invalid);
      return Item.EMPTY;
    }
  }

  /** The values of an expression's placeholders. An error names its placeholder. */
  static Item placeholders(JsonParser in) throws IOException {
    JsonStructures.startMap(in, STRUCTURE);
    int outside = outside(in);
    var writer = new ItemWriter();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      in.nextToken();
      try {
        value(in, writer.name(name));
      } catch (InvalidValueException e) {
        skipInvalid(in, outside, RequestErrors.atPlaceholder(name, e));
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
    } catch (InvalidValueException invalid) {
      skipInvalid(in, outside, invalid);
      return Value.nul();
    }
  }

  /** The nesting depth around the value that the parser is at. */
  private static int outside(JsonParser in) {
    int depth = in.getParsingContext().getNestingDepth();
    return in.currentToken().isStructStart() ? depth - 1 : depth;
  }

  /** Skips the rest of an invalid value, unless the error is thrown. */
  private static void skipInvalid(JsonParser in, int outside, InvalidValueException invalid)
      throws IOException {
    RequestErrors.throwUnlessIgnored(invalid);
    while (in.getParsingContext().getNestingDepth() > outside) in.nextToken();
  }

  private static void fields(JsonParser in, ItemWriter writer) throws IOException {
    JsonStructures.startMap(in, STRUCTURE);
    while (in.nextToken() != JsonToken.END_OBJECT) {
      writer.name(in.currentName());
      in.nextToken();
      value(in, writer);
    }
  }

  /** The writer refuses deep nesting, which bounds this recursion. */
  private static void value(JsonParser in, ItemWriter writer) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) throw RequestErrors.emptyValue();
    JsonStructures.startStructure(in, STRUCTURE);
    boolean written = false;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var type = in.currentName();
      if (in.nextToken() == JsonToken.VALUE_NULL) continue;
      if (!isType(type)) {
        in.skipChildren();
        continue;
      }
      if (written) throw RequestErrors.severalTypes();
      written = true;
      content(in, Type.valueOf(type), writer);
    }
    if (!written) throw RequestErrors.emptyValue();
  }

  private static boolean isType(String name) {
    return switch (name) {
      case "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M" -> true;
      default -> false;
    };
  }

  private static void content(JsonParser in, Type type, ItemWriter writer) throws IOException {
    switch (type) {
      case S -> writer.string(JsonScalars.string(in));
      case N -> writer.number(JsonScalars.string(in));
      case B -> writer.binary(JsonScalars.binary(in));
      case BOOL -> writer.bool(JsonScalars.bool(in));
      case NULL -> {
        if (!JsonScalars.bool(in)) throw RequestErrors.falseNull();
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
    if (in.currentToken() == JsonToken.START_OBJECT) throw JsonScalars.structure();
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw new SerializationException("Unexpected field type");
    }
  }

  static void write(JsonGenerator out, Item item) throws IOException {
    write(out, item.fields());
  }

  /** The items that a transaction read, in the order of its requests. */
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
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("not a scalar");
    }
  }
}
