package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads items and values of DynamoDB's JSON directly into their encoded form, and writes items to a
 * generator whose target is {@link ResponseBytes}.
 */
public final class JsonItems {
  private static final String STRUCTURE = "AttributeValue";

  private JsonItems() {}

  public static Item item(JsonParser in) throws IOException {
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
  public static Item placeholders(JsonParser in) throws IOException {
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

  public static Value value(JsonParser in) throws IOException {
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

  public static void write(JsonGenerator out, String name, Item item) throws IOException {
    out.writeFieldName(name);
    new ItemJsonWriter(ResponseBytes.behind(out)).write(item.fields());
  }

  /** A list of items. Room is made for all of them at once. */
  public static void write(JsonGenerator out, String name, List<Item> items) throws IOException {
    out.writeFieldName(name);
    var bytes = ResponseBytes.behind(out);
    int encoded = 0;
    for (var item : items) encoded += item.bytes().length;
    bytes.makeRoom(encoded + encoded / 4);
    var json = new ItemJsonWriter(bytes);
    bytes.write('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) bytes.write(',');
      json.write(items.get(i).fields());
    }
    bytes.write(']');
  }

  /** The items that a transaction read, in the order of its requests. */
  public static void writeResponses(JsonGenerator out, List<Optional<Item>> responses)
      throws IOException {
    out.writeArrayFieldStart("Responses");
    for (var item : responses) {
      out.writeStartObject();
      if (item.isPresent()) write(out, "Item", item.get());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
