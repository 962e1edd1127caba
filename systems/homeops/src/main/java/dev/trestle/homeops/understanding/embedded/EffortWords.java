package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.homeops.understanding.Vocabulary;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds how much effort something was: the activity's usual effort, unless the message says
 * otherwise.
 */
final class EffortWords {
  private static final Pattern HIGH =
      Pattern.compile(
          "\\b(stor(stad|rojt)\\w*|hela (dagen|dan|kvallen|eftermiddagen|formiddagen|huset)|all"
              + " (day|evening|afternoon)|(i|for) (en|two|tva|three|tre|four|fyra|five|fem|six|sex|\\d+)"
              + " (timmar|hours|h)|deep cleaned|spring cleaned|top to bottom|entire house|whole house"
              + "|(twenty|tjugo|\\d\\d) (people|personer|pers)|evighet|helt slut|knackered)\\b");
  private static final Pattern LOW =
      Pattern.compile(
          "\\b(lite|snabbt|snabb\\w*|bara|quick\\w*|a bit|a couple of|just a|en snabb|lite grann)\\b");

  private EffortWords() {}

  static Effort of(String text, String activity) {
    var words = String.join(" ", List.copyOf(FoldedWords.of(text)));
    var usual = Vocabulary.effortOf(activity);
    if (HIGH.matcher(words).find()) {
      return Effort.high;
    }
    return LOW.matcher(words).find() ? Effort.low : usual;
  }
}
