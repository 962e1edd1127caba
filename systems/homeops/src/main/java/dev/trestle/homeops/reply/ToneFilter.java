package dev.trestle.homeops.reply;

import dev.trestle.homeops.text.FoldedWords;
import java.util.Set;

/**
 * Rejects texts that blame, compare, command or judge, whatever their source: the last line of
 * defence before a reply.
 */
public final class ToneFilter {
  private static final Set<String> REFUSED =
      Set.of(
          "borde",
          "maste",
          "skyll",
          "skyldig",
          "lat",
          "latast",
          "samst",
          "bast",
          "alltid",
          "aldrig",
          "mer an",
          "mindre an",
          "flest",
          "minst",
          "should",
          "must",
          "lazy",
          "laziest",
          "worst",
          "best",
          "always",
          "never",
          "blame",
          "fault",
          "more than",
          "less than",
          "fewest",
          "skams",
          "shame",
          "besviken",
          "disappointed");

  private static final int LENGTH_MAX = 200;

  private ToneFilter() {}

  /** Whether a text may be sent. */
  public static boolean allows(String text) {
    if (text.isBlank() || text.length() > LENGTH_MAX || text.contains("\n")) {
      return false;
    }
    var words = " " + String.join(" ", FoldedWords.of(text)) + " ";
    return REFUSED.stream().noneMatch(word -> words.contains(" " + word + " "));
  }
}
