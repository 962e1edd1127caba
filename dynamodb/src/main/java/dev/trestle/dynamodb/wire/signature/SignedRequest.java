package dev.trestle.dynamodb.wire.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request as it came over the wire, with all that a signature can cover.
 *
 * @param path the path as it was sent, still encoded
 * @param query what stood after the question mark, still encoded; empty where there was none
 * @param headers the values by the name in lower case, in the order they came
 * @param body the bytes as they were sent: where they are compressed, those
 */
public record SignedRequest(
    String method, String path, String query, Map<String, List<String>> headers, byte[] body) {

  public SignedRequest {
    var lower = new TreeMap<String, List<String>>();
    headers.forEach((name, values) ->
        lower
            .computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
            .addAll(values));
    headers = lower;
  }

  Optional<String> header(String name) {
    return headers.getOrDefault(name, List.of()).stream().findFirst();
  }

  /** Without the headers: one of them may be a session token. */
  @Override
  public String toString() {
    return "SignedRequest[" + method + " " + path + "]";
  }
}
