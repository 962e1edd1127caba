package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members that a structure was found to have. Unknown members and nulls are passed over. */
final class Members {
  private final Map<String, Object> values = new HashMap<>();

  private Members() {}

  /** Reads an object, on whose start the parser stands. */
  static Members read(JsonParser in, Map<String, Member<?>> known) throws IOException {
    var members = new Members();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var member = known.get(in.currentName());
      var token = in.nextToken();
      if (member == null) {
        in.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        members.values.put(member.name(), member.reader().read(in));
      }
    }
    return members;
  }

  /** The member's value; null where the request leaves it out. */
  @SuppressWarnings("unchecked") // only the member's own reader puts a value under its name
  <T> @Nullable T get(Member<T> member) {
    return (T) values.get(member.name());
  }

  boolean has(Member<?> member) {
    return values.containsKey(member.name());
  }
}
