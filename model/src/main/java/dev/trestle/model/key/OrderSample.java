package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some texts of a part with the values of another type that they convert to, to find out whether
 * the two orders differ.
 */
final class OrderSample<U extends Comparable<? super U>> {
  private record Pair<U>(String text, U value) {}

  private final List<Pair<U>> pairs = new ArrayList<>();
  private final boolean descending;

  private OrderSample(boolean descending) {
    this.descending = descending;
  }

  static <T, U extends Comparable<? super U>> OrderSample<U> of(
      TextForm<T> form, Function<T, U> wrap) {
    var sample = new OrderSample<U>(form.descending());
    for (var text : texts(form.shape())) {
      try {
        sample.pairs.add(
            new Pair<>(text, wrap.apply(form.parse(text, 0, text.length(), "sample"))));
      } catch (RuntimeException e) {
        // Not every text of the sample fits the part or converts to the other type.
      }
    }
    return sample;
  }

  /** Returns two texts whose values have a different order. */
  Optional<String> disagreement() {
    for (var one : pairs) {
      for (var other : pairs) {
        int texts = Integer.signum(Utf8Order.compare(one.text, other.text));
        int values = Integer.signum(one.value.compareTo(other.value));
        if (texts != (descending ? -values : values)) {
          return Optional.of("'%s' and '%s' compare otherwise".formatted(one.text, other.text));
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> texts(Language language) {
    return switch (language) {
      case Language.Literal(var text) -> List.of(text);
      case Language.One(var alphabet) -> ends(alphabet);
      case Language.Run(var alphabet, int maxBytes) -> runs(ends(alphabet), maxBytes);
      case Language.Digits(var low, var high) -> List.of(low, high);
      case Language.Codes(var codes) -> codes;
      case Language.Escaped ignored -> List.of();
      case Language.Row(var pieces) -> rows(pieces);
    };
  }

  private static List<String> ends(Alphabet alphabet) {
    return List.of(Character.toString(alphabet.first()), Character.toString(alphabet.last()));
  }

  /** Texts of one, two and three characters, because length matters as much as the characters. */
  private static List<String> runs(List<String> ends, int maxBytes) {
    var runs = new ArrayList<>(ends);
    for (int from = 0; from < runs.size() && runs.size() < 14; from++) {
      for (var end : ends) runs.add(runs.get(from) + end);
    }
    runs.removeIf(run -> Utf8Order.bytes(run) > maxBytes);
    return runs;
  }

  /** The first text of every piece, then the other texts of each piece in turn. */
  private static List<String> rows(List<Language> pieces) {
    var rows = new ArrayList<String>();
    for (int varied = 0; varied < pieces.size(); varied++) {
      for (var text : texts(pieces.get(varied))) {
        var row = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
          row.append(i == varied ? text : texts(pieces.get(i)).getFirst());
        }
        if (!rows.contains(row.toString())) rows.add(row.toString());
      }
    }
    return rows;
  }
}
