package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a structure's members in a request. Unknown members and nulls are ignored. */
public final class MemberValues {
  private final Map<String, Object> values = new HashMap<>();

  private MemberValues() {}

  /** Reads the object that the parser is at the start of. */
  public static MemberValues read(JsonParser in, Map<String, Member<?>> known) throws IOException {
    var members = new MemberValues();
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

  /** The member's value; null if the request does not have it. */
  @SuppressWarnings("unchecked") // only the member's own reader puts a value under its name
  public <T> @Nullable T get(Member<T> member) {
    return (T) values.get(member.name());
  }

  public boolean has(Member<?> member) {
    return values.containsKey(member.name());
  }
}
