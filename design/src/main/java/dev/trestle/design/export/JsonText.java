package dev.trestle.design.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Parses and writes JSON documents. Depth and lengths are limited by jackson's defaults. */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  static String print(JsonTree json) {
    var text = new StringWriter();
    var indented = new DefaultIndenter("  ", "\n");
    var printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
    printer.indentObjectsWith(indented);
    printer.indentArraysWith(indented);
    try (var out = FACTORY.createGenerator(text)) {
      out.setPrettyPrinter(printer);
      write(json, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonTree json, JsonGenerator out) throws IOException {
    switch (json) {
      case JsonTree.Text(var value) -> out.writeString(value);
      case JsonTree.Numeral(var value) -> out.writeNumber(value);
      case JsonTree.Truth(boolean value) -> out.writeBoolean(value);
      case JsonTree.Nothing() -> out.writeNull();
      case JsonTree.Array(var elements) -> {
        out.writeStartArray();
        for (var element : elements) write(element, out);
        out.writeEndArray();
      }
      case JsonTree.Fields(var fields) -> {
        out.writeStartObject();
        for (var field : fields.entrySet()) {
          out.writeFieldName(field.getKey());
          write(field.getValue(), out);
        }
        out.writeEndObject();
      }
    }
  }

  static JsonTree parse(String text) {
    try (var parser = FACTORY.createParser(text)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      parser.nextToken();
      var json = read(parser);
      if (parser.nextToken() != null) {
        throw new UnreadableFileException("there is more after the JSON document");
      }
      return json;
    } catch (JsonProcessingException e) {
      throw new UnreadableFileException("no JSON: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonTree read(JsonParser parser) throws IOException {
    var token = parser.currentToken();
    if (token == null) throw new UnreadableFileException("an empty file");
    return switch (token) {
      case VALUE_STRING -> new JsonTree.Text(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonTree.Numeral(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> new JsonTree.Truth(parser.getBooleanValue());
      case VALUE_NULL -> new JsonTree.Nothing();
      case START_ARRAY -> {
        var elements = new ArrayList<JsonTree>();
        while (parser.nextToken() != JsonToken.END_ARRAY) elements.add(read(parser));
        yield new JsonTree.Array(elements);
      }
      case START_OBJECT -> {
        var fields = new LinkedHashMap<String, JsonTree>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          var name = parser.currentName();
          parser.nextToken();
          fields.put(name, read(parser));
        }
        yield new JsonTree.Fields(fields);
      }
      case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new UnreadableFileException("no JSON value at " + parser.currentLocation());
    };
  }
}
