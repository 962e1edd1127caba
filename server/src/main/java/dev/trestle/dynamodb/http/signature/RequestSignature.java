package dev.trestle.dynamodb.http.signature;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The signature of a request and what it says it covers, from the header or the query. Not
 * verified.
 *
 * @param lifetime how long after signing the request is valid
 */
record RequestSignature(
    String algorithm,
    String credential,
    SortedSet<String> signedHeaders,
    String signature,
    SigningTime time,
    Duration lifetime) {
  static final String QUERY_SIGNATURE = "X-Amz-Signature";

  private static final String QUERY_ALGORITHM = "X-Amz-Algorithm";
  private static final List<String> QUERY_NAMES =
      List.of(
          QUERY_ALGORITHM,
          "X-Amz-Credential",
          QUERY_SIGNATURE,
          "X-Amz-SignedHeaders",
          "X-Amz-Date");
  private static final List<String> HEADER_NAMES =
      List.of("Credential", "Signature", "SignedHeaders");
  private static final int LIFETIME_SECONDS_MAX = 7 * 24 * 60 * 60;

  static RequestSignature of(SignedRequest request, QueryString query) {
    var header = request.header("authorization");
    var inQuery = query.first(QUERY_ALGORITHM).isPresent();
    if (header.isPresent() && inQuery) {
      throw SignatureRefusal.invalid(
          "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP"
              + " header.");
    }
    if (inQuery) return ofQuery(query);
    return ofHeader(
        request,
        header
            .filter(text -> text.strip().startsWith("AWS4-"))
            .orElseThrow(SignatureRefusal::missing));
  }

  private static RequestSignature ofHeader(SignedRequest request, String header) {
    var words = header.strip().split("[, ]+", -1);
    var pairs = new HashMap<String, String>();
    for (int i = 1; i < words.length; i++) {
      if (!words[i].isEmpty()) putPair(pairs, words[i], header);
    }
    var errors =
        HEADER_NAMES.stream()
            .filter(name -> isMissing(pairs, name))
            .map(name -> "Authorization header requires '" + name + "' parameter. ")
            .collect(Collectors.joining());
    var amzDate = request.header("x-amz-date");
    var date = request.header("date");
    if (amzDate.isEmpty() && date.isEmpty()) {
      errors +=
          "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    }
    if (!errors.isEmpty()) throw SignatureRefusal.incomplete(errors + "Authorization=" + header);
    Supplier<SigningTime> fallback = () -> SigningTime.parseHeader(date.orElse(""));
    return new RequestSignature(
        words[0],
        pairs.getOrDefault("Credential", ""),
        names(pairs.getOrDefault("SignedHeaders", "")),
        pairs.getOrDefault("Signature", ""),
        amzDate.map(SigningTime::parse).orElseGet(fallback),
        SigningTime.SKEW);
  }

  private static void putPair(Map<String, String> pairs, String word, String header) {
    int equals = word.indexOf('=');
    if (equals < 0) {
      throw SignatureRefusal.incomplete(
          "'%s' not a valid key=value pair (missing equal-sign) in Authorization header: '%s'."
              .formatted(word, header));
    }
    pairs.put(word.substring(0, equals), word.substring(equals + 1));
  }

  /** An empty list of headers is another error, found later. */
  private static boolean isMissing(Map<String, String> pairs, String name) {
    var value = pairs.get(name);
    return value == null || (value.isEmpty() && !name.equals("SignedHeaders"));
  }

  private static RequestSignature ofQuery(QueryString query) {
    var errors =
        QUERY_NAMES.stream()
            .filter(name -> query.first(name).orElse("").isEmpty())
            .map(name -> "AWS query-string parameters must include '" + name + "'. ")
            .collect(Collectors.joining());
    if (!errors.isEmpty()) {
      throw SignatureRefusal.incomplete(errors + "Re-examine the query-string parameters.");
    }
    return new RequestSignature(
        query.first(QUERY_ALGORITHM).orElse(""),
        query.first("X-Amz-Credential").orElse(""),
        names(query.first("X-Amz-SignedHeaders").orElse("")),
        query.first(QUERY_SIGNATURE).orElse(""),
        SigningTime.parse(query.first("X-Amz-Date").orElse("")),
        query.first("X-Amz-Expires").map(RequestSignature::lifetimeOf).orElse(SigningTime.SKEW));
  }

  private static Duration lifetimeOf(String expires) {
    try {
      int seconds = Integer.parseInt(expires);
      if (seconds >= 1 && seconds <= LIFETIME_SECONDS_MAX) return Duration.ofSeconds(seconds);
    } catch (NumberFormatException malformed) {
      // Rejected below, like a number out of range.
    }
    throw SignatureRefusal.incomplete(
        "X-Amz-Expires must be a number of seconds from 1 to %d, got '%s'. Re-examine the"
                .formatted(LIFETIME_SECONDS_MAX, expires)
            + " query-string parameters.");
  }

  private static SortedSet<String> names(String list) {
    var names = new TreeSet<String>();
    for (var name : list.split(";", -1)) {
      if (!name.isEmpty()) names.add(name.toLowerCase(Locale.ROOT));
    }
    return names;
  }

  /** Without the signature, which must not get into logs. */
  @Override
  public String toString() {
    return "RequestSignature["
        + algorithm
        + " "
        + credential
        + " "
        + signedHeaders
        + " "
        + time
        + "]";
  }
}
