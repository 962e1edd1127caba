package dev.trestle.homeops.understanding;

import dev.trestle.homeops.text.FoldedWords;
import java.util.List;
import java.util.Optional;

/** The questions about the past that can be answered. */
public enum MemoryQuestion {
  /** "Vem diskade senast?", "who cooked last?" */
  WHO_LAST,
  /** "När dammsög Peter senast?", "when did we last mow?" */
  WHEN_LAST,
  /** "Hur ofta har jag lagat mat den här veckan?" */
  HOW_OFTEN;

  private static final List<String> LAST =
      List.of("senast", "sist", "last", "sista gangen", "senaste gangen");

  private static final List<String> OFTEN =
      List.of("hur ofta", "hur manga ganger", "how often", "how many times");

  /** Which of these a message asks, if any. */
  public static Optional<MemoryQuestion> in(String text) {
    var words = " " + String.join(" ", FoldedWords.of(text)) + " ";
    boolean last = LAST.stream().anyMatch(word -> words.contains(" " + word + " "));
    if (OFTEN.stream().anyMatch(phrase -> words.contains(" " + phrase + " "))) {
      return Optional.of(HOW_OFTEN);
    }
    if (last && words.matches(" (och |and |men |but )?(vem|who) .*")) {
      return words.contains(" last night ") ? Optional.empty() : Optional.of(WHO_LAST);
    }
    if (last && words.matches(" (och |and )?(nar|when) .*")) {
      return Optional.of(WHEN_LAST);
    }
    return Optional.empty();
  }
}
