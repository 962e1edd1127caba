package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Readers of lists, maps and structures, made from readers of their elements. */
public final class JsonStructures {
  private static final String MODEL = "com.amazonaws.dynamodb.v20120810.";

  private JsonStructures() {}

  public static <T> JsonReader<List<T>> list(JsonReader<T> element) {
    return in -> {
      if (in.currentToken() == JsonToken.START_OBJECT) throw JsonScalars.structure();
      if (in.currentToken() != JsonToken.START_ARRAY) {
        throw new SerializationException("Unexpected field type");
      }
      var list = new ArrayList<T>();
      while (in.nextToken() != JsonToken.END_ARRAY) list.add(element.read(in));
      return list;
    };
  }

  public static <T> JsonReader<Map<String, T>> map(String type, JsonReader<T> value) {
    return in -> {
      startMap(in, type);
      var map = new LinkedHashMap<String, T>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        var name = in.currentName();
        in.nextToken();
        map.put(name, value.read(in));
      }
      return map;
    };
  }

  /** Reads a structure. {@code type} is its name in DynamoDB's service model. */
  public static <T> JsonReader<T> structure(
      String type, Function<MemberValues, T> make, Member<?>... members) {
    var known = new LinkedHashMap<String, Member<?>>();
    for (var member : members) known.put(member.name(), member);
    return in -> {
      startStructure(in, type);
      return make.apply(MemberValues.read(in, known));
    };
  }

  static void startMap(JsonParser in, String type) throws IOException {
    if (in.currentToken() == JsonToken.START_ARRAY) {
      throw new SerializationException(
          "Unrecognized collection type java.util.Map<java.lang.String, "
              + (type.contains(".") ? type : MODEL + type)
              + ">");
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw new SerializationException("Unexpected field type");
    }
  }

  /** DynamoDB's messages differ between members and elements of lists or maps. */
  static void startStructure(JsonParser in, String type) throws IOException {
    if (in.currentToken() == JsonToken.START_ARRAY) {
      throw new SerializationException("Unrecognized collection type class " + MODEL + type);
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      boolean inList = in.getParsingContext().inArray();
      throw new SerializationException(
          inList ? "Unexpected value type in payload" : "Unexpected field type");
    }
  }
}
