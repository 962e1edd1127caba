package dev.trestle.dynamodb.http.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A request as it was received, with everything that a signature can cover.
 *
 * @param path the path as it was sent, still encoded
 * @param query the query as it was sent, still encoded; empty if there is none
 * @param headers the values by lower-case name, in the order they were sent
 * @param body reads the bytes as they were sent, compressed or not; called only if the key is known
 *     and everything else about the signature is right
 */
public record SignedRequest(
    String method,
    String path,
    String query,
    Map<String, List<String>> headers,
    Supplier<byte[]> body) {

  public SignedRequest {
    var lower = new TreeMap<String, List<String>>();
    headers.forEach((name, values) ->
        lower
            .computeIfAbsent(name.toLowerCase(Locale.ROOT), unused -> new ArrayList<>())
            .addAll(values));
    headers = lower;
  }

  /** A request whose body has been read. */
  public SignedRequest(
      String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
    this(method, path, query, headers, () -> body);
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
