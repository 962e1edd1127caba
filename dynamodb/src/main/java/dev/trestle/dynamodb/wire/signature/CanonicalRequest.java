package dev.trestle.dynamodb.wire.signature;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * The one text that stands for all requests that mean the same. The hash of the body is always that
 * of the body received, never one that the request states about itself.
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
    return text.append(Hashes.sha256Hex(request.body())).toString();
  }

  /** What leads nowhere is left out; what is encoded already is encoded once more. */
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

  /** One line, whether a header was sent several times, folded or with spaces to please the eye. */
  static String header(List<String> values) {
    return values.stream()
        .map(value -> value.strip().replaceAll("\\s+", " "))
        .collect(Collectors.joining(","));
  }
}
