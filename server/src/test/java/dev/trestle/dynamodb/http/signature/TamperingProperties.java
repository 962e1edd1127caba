package dev.trestle.dynamodb.http.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A request is rejected if even one bit is changed. */
class TamperingProperties {
  private static final int RUNS = 3000;
  private static final Pattern NAMES = Pattern.compile("SignedHeaders=([^,]*)");
  private static final SignatureCheck CHECK = Signing.checkAt(Signing.NOW);

  /** The position of the flipped bit: the part of the request, and the offset. */
  private record Flip(Part part, boolean presigned, int place, int bit) {}

  private enum Part {
    METHOD,
    PATH,
    QUERY,
    HOST,
    TARGET,
    NOTE,
    DATE,
    AUTHORIZATION,
    BODY
  }

  private static final Gen<Flip> FLIPS =
      choices ->
          new Flip(
              Gen.of(Part.class).from(choices),
              Gen.booleans().from(choices),
              Gen.ints(0, 10_000).from(choices),
              Gen.ints(0, 6).from(choices));

  @Test
  void one_bit_turned_over_is_noticed() {
    Property.check(
        RUNS,
        FLIPS,
        flip -> {
          var signing = Signing.usual();
          var request =
              (flip.presigned ? signing.presignedFor(Duration.ofMinutes(5)) : signing).request();
          assertThatCode(() -> CHECK.verify(request)).doesNotThrowAnyException();
          var changed = changed(request, flip);
          if (meansTheSame(request, changed)) return;
          assertThatExceptionOfType(SignatureRefusal.class).isThrownBy(() -> CHECK.verify(changed));
        });
  }

  @Test
  void a_request_can_be_changed_in_each_part() {
    for (var part : Part.values()) {
      var request = Signing.usual().request();
      var changed = changed(request, new Flip(part, false, 3, 0));
      assertThat(meansTheSame(request, changed)).as(part.name()).isFalse();
    }
  }

  private static SignedRequest changed(SignedRequest request, Flip flip) {
    var headers = new HashMap<>(request.headers());
    var method = request.method();
    var path = request.path();
    var query = request.query();
    var body = request.body().get().clone();
    switch (flip.part) {
      case METHOD -> method = flipped(method, flip);
      case PATH -> path = flipped(path, flip);
      case QUERY -> query = flipped(query, flip);
      case HOST -> flip(headers, "host", flip);
      case TARGET -> flip(headers, "x-amz-target", flip);
      case NOTE -> flip(headers, "x-note", flip);
      case DATE -> flip(headers, "x-amz-date", flip);
      case AUTHORIZATION -> flip(headers, "authorization", flip);
      case BODY -> body[flip.place % body.length] ^= (byte) (1 << flip.bit);
    }
    return new SignedRequest(method, path, query, headers, body);
  }

  private static void flip(Map<String, List<String>> headers, String name, Flip flip) {
    headers.computeIfPresent(
        name,
        (_, values) ->
            values.stream()
                .map(value -> value.equals(values.getFirst()) ? flipped(value, flip) : value)
                .toList());
  }

  private static String flipped(String text, Flip flip) {
    var chars = text.toCharArray();
    chars[flip.place % chars.length] ^= (char) (1 << flip.bit);
    return new String(chars);
  }

  /** Some bits do not count: an encoded letter is the letter, and HOST is the header host. */
  private static boolean meansTheSame(SignedRequest one, SignedRequest other) {
    return one.method().equals(other.method())
        && CanonicalRequest.path(one.path()).equals(CanonicalRequest.path(other.path()))
        && sameQuery(one.query(), other.query())
        && sameHeaders(one, other)
        && Arrays.equals(one.body().get(), other.body().get());
  }

  private static boolean sameQuery(String one, String other) {
    return QueryString.parse(one).equals(QueryString.parse(other));
  }

  private static String text(SignedRequest request, String name) {
    var text = CanonicalRequest.header(request.headers().getOrDefault(name, List.of()));
    if (!name.equals("authorization")) return text;
    return NAMES.matcher(text).replaceFirst(names -> Matcher.quoteReplacement(lower(names)));
  }

  private static String lower(MatchResult names) {
    return "SignedHeaders=" + names.group(1).toLowerCase(Locale.ROOT);
  }

  private static boolean sameHeaders(SignedRequest one, SignedRequest other) {
    return one.headers().keySet().stream()
        .allMatch(name -> text(one, name).equals(text(other, name)));
  }
}
