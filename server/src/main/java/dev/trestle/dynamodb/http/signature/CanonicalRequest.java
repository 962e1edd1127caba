package dev.trestle.dynamodb.http.signature;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * The canonical form of a request, which is what is signed. The hash of the body is always computed
 * from the body received, never taken from the request.
 */
final class CanonicalRequest {
  private CanonicalRequest() {}

  static String of(SignedRequest request, QueryString query, SortedSet<String> signedHeaders) {
    var text = new StringBuilder();
    text.append(request.method()).append('\n');
    text.append(path(request.path())).append('\n');
    text.append(query.canonical()).append('\n');
    for (var name : signedHeaders) {
      var values = request.headers().getOrDefault(name, List.of());
      text.append(name).append(':').append(header(values)).append('\n');
    }
    text.append('\n');
    text.append(String.join(";", signedHeaders)).append('\n');
    return text.append(Hashes.sha256Hex(request.body().get())).toString();
  }

  /** Removes empty and dot segments, and encodes again what is encoded already. */
  static String path(String raw) {
    var segments = new ArrayDeque<String>();
    for (var segment : raw.split("/", -1)) {
      switch (segment) {
        case "", "." -> {}
        case ".." -> segments.pollLast();
        default -> segments.add(UriEncoding.encode(UriEncoding.bytesOf(segment)));
      }
    }
    if (segments.isEmpty()) return "/";
    return "/" + String.join("/", segments) + (raw.endsWith("/") ? "/" : "");
  }

  /** Joins repeated headers and collapses white space. */
  static String header(List<String> values) {
    return values.stream()
        .map(value -> value.strip().replaceAll("\\s+", " "))
        .collect(Collectors.joining(","));
  }
}
