package dev.trestle.design;

import java.util.List;
import java.util.Optional;

/** Finds the word that somebody probably meant when they mistyped it. */
public final class Suggestion {
  /** With more typos than this it is another word. */
  private static final int TYPOS_MAX = 2;

  private Suggestion() {}

  /** The word with the fewest typos, if one is close enough. */
  public static Optional<String> of(String typed, List<String> words) {
    var best = Optional.<String>empty();
    var fewest = Math.min(TYPOS_MAX, typed.length() / 2) + 1;
    for (var word : words) {
      var typos = typos(typed, word);
      if (typos < fewest) {
        fewest = typos;
        best = Optional.of(word);
      }
    }
    return best;
  }

  /** Letters added, left out, replaced, or swapped with their neighbour. */
  static int typos(String from, String to) {
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
