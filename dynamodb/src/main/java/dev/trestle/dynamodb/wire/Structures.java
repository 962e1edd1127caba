package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes readers of lists, maps and structures out of readers of what is in them. */
final class Structures {
  private static final String MODEL = "com.amazonaws.dynamodb.v20120810.";

  private Structures() {}

  static <T> Reader<List<T>> list(Reader<T> element) {
    return in -> {
      if (in.currentToken() == JsonToken.START_OBJECT) throw Scalars.structure();
      if (in.currentToken() != JsonToken.START_ARRAY) {
        throw new MalformedRequest("Unexpected field type");
      }
      var list = new ArrayList<T>();
      while (in.nextToken() != JsonToken.END_ARRAY) list.add(element.read(in));
      return list;
    };
  }

  static <T> Reader<Map<String, T>> map(String type, Reader<T> value) {
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

  /** A structure, named as DynamoDB's model names it. */
  static <T> Reader<T> structure(String type, Function<Members, T> make, Member<?>... members) {
    var known = new LinkedHashMap<String, Member<?>>();
    for (var member : members) known.put(member.name(), member);
    return in -> {
      startStructure(in, type);
      return make.apply(Members.read(in, known));
    };
  }

  static void startMap(JsonParser in, String type) throws IOException {
    if (in.currentToken() == JsonToken.START_ARRAY) {
      throw new MalformedRequest(
          "Unrecognized collection type java.util.Map<java.lang.String, "
              + (type.contains(".") ? type : MODEL + type)
              + ">");
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw new MalformedRequest("Unexpected field type");
    }
  }

  /** DynamoDB's words differ for a member and for what stands in a list or map. */
  static void startStructure(JsonParser in, String type) throws IOException {
    if (in.currentToken() == JsonToken.START_ARRAY) {
      throw new MalformedRequest("Unrecognized collection type class " + MODEL + type);
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      boolean inList = in.getParsingContext().inArray();
      throw new MalformedRequest(
          inList ? "Unexpected value type in payload" : "Unexpected field type");
    }
  }
}
