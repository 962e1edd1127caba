package dev.trestle.model.key;

import dev.trestle.model.key.AutomatonProduct.Step;
import dev.trestle.model.key.KeyTemplate.Piece;
import dev.trestle.model.key.KeyTemplate.Witness;
import java.util.ArrayList;
import java.util.List;

/** A text and how two templates, or one in two ways, read it. */
final class AmbiguousReading {
  private final KeyTemplate one;
  private final KeyTemplate other;
  private final StringBuilder text = new StringBuilder();
  private final List<StringBuilder> piecesOfOne;
  private final List<StringBuilder> piecesOfOther;

  AmbiguousReading(KeyTemplate one, KeyTemplate other, List<Step> steps) {
    this.one = one;
    this.other = other;
    piecesOfOne = blank(one);
    piecesOfOther = blank(other);
    int letters = 0;
    for (var step : steps) {
      int c = character(step.low(), step.high(), letters);
      if (step.low() < step.high()) letters++;
      text.appendCodePoint(c);
      append(piecesOfOne, step.pieceOfOne(), c);
      append(piecesOfOther, step.pieceOfOther(), c);
    }
  }

  private static List<StringBuilder> blank(KeyTemplate template) {
    var blank = new ArrayList<StringBuilder>();
    template.pieces().forEach(ignored -> blank.add(new StringBuilder()));
    return blank;
  }

  private static void append(List<StringBuilder> pieces, int piece, int c) {
    if (piece != Automaton.NO_PIECE) pieces.get(piece).appendCodePoint(c);
  }

  /** Of characters that make no difference the one that reads best: letters in turn. */
  private static int character(int low, int high, int turn) {
    int first = Math.max(low, 'a');
    int last = Math.min(high, 'z');
    if (first <= last) return first + turn % (last - first + 1);
    for (char c : new char[] {'A', '0', '!'}) {
      if (low <= c && c <= high) return c;
    }
    return low;
  }

  /** Whether the parts would write these texts: not so if one is too wide. */
  boolean isReal() {
    return isReal(one, piecesOfOne) && isReal(other, piecesOfOther);
  }

  private static boolean isReal(KeyTemplate template, List<StringBuilder> texts) {
    for (int i = 0; i < texts.size(); i++) {
      var read = texts.get(i).toString();
      if (!read.isEmpty() && template.pieces().get(i) instanceof Piece.Slot(var part)) {
        try {
          part.parse(read);
        } catch (IllegalArgumentException e) {
          return false;
        }
      }
    }
    return true;
  }

  Witness witness(boolean withPatterns) {
    return new Witness(
        text.toString(),
        reading(one, piecesOfOne, withPatterns),
        reading(other, piecesOfOther, withPatterns));
  }

  private static String reading(
      KeyTemplate template, List<StringBuilder> texts, boolean withPattern) {
    var values = new ArrayList<String>();
    for (int i = 0; i < texts.size(); i++) {
      if (!texts.get(i).isEmpty() && template.pieces().get(i) instanceof Piece.Slot(var part)) {
        values.add(part.name() + "=" + texts.get(i));
      }
    }
    var row = String.join(", ", values);
    if (!withPattern) return row;
    return values.isEmpty() ? template.pattern() : template.pattern() + " with " + row;
  }
}
