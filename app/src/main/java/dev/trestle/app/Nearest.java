package dev.trestle.app;

import java.util.List;
import java.util.Optional;

/** Guesses the word that somebody meant from the one that was typed. */
final class Nearest {
  /** More slips than this and it is another word. */
  private static final int SLIPS_MAX = 2;

  private Nearest() {}

  static Optional<String> to(String typed, List<String> words) {
    var best = Optional.<String>empty();
    var fewest = Math.min(SLIPS_MAX, typed.length() / 2) + 1;
    for (var word : words) {
      var slips = slips(typed, word);
      if (slips < fewest) {
        fewest = slips;
        best = Optional.of(word);
      }
    }
    return best;
  }

  /** Letters added, left out, replaced, or swapped with their neighbour. */
  static int slips(String from, String to) {
    var rows = new int[from.length() + 1][to.length() + 1];
    for (var i = 0; i <= from.length(); i++) {
      for (var j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        var replaced = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        var least = Math.min(rows[i - 1][j], rows[i][j - 1]) + 1;
        least = Math.min(least, rows[i - 1][j - 1] + replaced);
        if (i > 1 && j > 1 && isSwap(from, i, to, j))
          least = Math.min(least, rows[i - 2][j - 2] + 1);
        rows[i][j] = least;
      }
    }
    return rows[from.length()][to.length()];
  }

  private static boolean isSwap(String from, int i, String to, int j) {
    return from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
  }
}
