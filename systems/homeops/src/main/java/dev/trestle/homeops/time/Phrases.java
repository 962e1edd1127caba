package dev.trestle.homeops.time;

import dev.trestle.homeops.text.FoldedWords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The words of a message, folded, with phrases and numbers found in them. */
final class Phrases {
  /** Longer spans are no spans that anybody means. */
  private static final int AMOUNT_MAX = 1000;

  private static final Map<String, Integer> NUMBERS =
      Map.ofEntries(
          Map.entry("en", 1),
          Map.entry("ett", 1),
          Map.entry("a", 1),
          Map.entry("an", 1),
          Map.entry("one", 1),
          Map.entry("tva", 2),
          Map.entry("two", 2),
          Map.entry("tre", 3),
          Map.entry("three", 3),
          Map.entry("fyra", 4),
          Map.entry("four", 4),
          Map.entry("fem", 5),
          Map.entry("five", 5),
          Map.entry("sex", 6),
          Map.entry("six", 6),
          Map.entry("sju", 7),
          Map.entry("seven", 7),
          Map.entry("atta", 8),
          Map.entry("eight", 8),
          Map.entry("nio", 9),
          Map.entry("nine", 9),
          Map.entry("tio", 10),
          Map.entry("ten", 10),
          Map.entry("elva", 11),
          Map.entry("eleven", 11),
          Map.entry("tolv", 12),
          Map.entry("twelve", 12),
          Map.entry("femton", 15),
          Map.entry("fifteen", 15),
          Map.entry("tjugo", 20),
          Map.entry("twenty", 20),
          Map.entry("trettio", 30),
          Map.entry("thirty", 30));

  private final List<String> words;
  private final String text;

  Phrases(String message) {
    words = FoldedWords.of(message);
    text = " " + String.join(" ", words) + " ";
  }

  int size() {
    return words.size();
  }

  String word(int at) {
    return at >= 0 && at < words.size() ? words.get(at) : "";
  }

  boolean has(String phrase) {
    return text.contains(" " + phrase + " ");
  }

  boolean hasAny(String... phrases) {
    for (var phrase : phrases) {
      if (has(phrase)) {
        return true;
      }
    }
    return false;
  }

  /** A number in digits or words. */
  OptionalInt number(int at) {
    var word = word(at);
    var spelled = NUMBERS.get(word);
    if (spelled != null) {
      return OptionalInt.of(spelled);
    }
    boolean digits =
        !word.isEmpty() && word.length() <= 4 && word.chars().allMatch(Character::isDigit);
    return digits ? OptionalInt.of(Integer.parseInt(word)) : OptionalInt.empty();
  }

  /** "för två timmar sen", "20 minutes ago". */
  Optional<Duration> ago() {
    for (int i = 0; i < words.size(); i++) {
      boolean closes = word(i).equals("ago") || word(i).equals("sen") || word(i).equals("sedan");
      if (closes) {
        int unit = i - 1;
        boolean opened = word(i).equals("ago") || word(spanStart(unit) - 1).equals("for");
        var span = spanEndingAt(unit);
        if (opened && span.isPresent()) {
          return span;
        }
      }
    }
    return Optional.empty();
  }

  /** "om en timme", "in 20 minutes". */
  Optional<Duration> in() {
    for (int i = 0; i + 1 < words.size(); i++) {
      if (word(i).equals("om") || word(i).equals("in") || word(i).equals("inom")) {
        if ((word(i + 1).equals("en") && word(i + 2).equals("stund"))
            || (word(i + 1).equals("a") && word(i + 2).equals("bit"))) {
          return Optional.of(Duration.ofHours(2));
        }
        for (int unit = i + 2; unit <= i + 3; unit++) {
          var span = spanEndingAt(unit);
          if (span.isPresent() && spanStart(unit) == i + 1) {
            return span;
          }
        }
      }
    }
    return Optional.empty();
  }

  private int spanStart(int unit) {
    if (word(unit).equals("halvtimme") || isHalfAnHour(unit)) {
      return isHalfAnHour(unit) ? unit - 2 : number(unit - 1).isPresent() ? unit - 1 : unit;
    }
    return unit - 1;
  }

  private boolean isHalfAnHour(int unit) {
    return word(unit).equals("hour")
        && word(unit - 1).equals("an")
        && word(unit - 2).equals("half");
  }

  private Optional<Duration> spanEndingAt(int unit) {
    if (isHalfAnHour(unit) || word(unit).equals("halvtimme")) {
      return Optional.of(Duration.ofMinutes(30));
    }
    var amount = number(unit - 1);
    if (amount.isEmpty() || amount.getAsInt() > AMOUNT_MAX) {
      return Optional.empty();
    }
    int count = amount.getAsInt();
    return switch (word(unit)) {
      case "timme", "timmar", "tim", "h", "hour", "hours" -> Optional.of(Duration.ofHours(count));
      case "minut", "minuter", "min", "mins", "minute", "minutes" ->
          Optional.of(Duration.ofMinutes(count));
      case "dag", "dagar", "day", "days" -> Optional.of(Duration.ofDays(count));
      case "kvart" -> Optional.of(Duration.ofMinutes(15L * count));
      default -> Optional.empty();
    };
  }
}
