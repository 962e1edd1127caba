package dev.trestle.store;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Removes doubled parentheses, which DynamoDB refuses as redundant. */
final class Parentheses {
  private Parentheses() {}

  /** The same expression without a pair of parentheses directly within another. */
  static String once(String expression) {
    var partners = partners(expression);
    var out = new StringBuilder(expression.length());
    for (int i = 0; i < expression.length(); i++) {
      if (!isDoubled(partners, i)) out.append(expression.charAt(i));
    }
    return out.toString();
  }

  /** Whether this belongs to a pair that stands directly within another one. */
  private static boolean isDoubled(int[] partners, int at) {
    int partner = partners[at];
    if (partner < 0) return false;
    int opening = Math.min(at, partner);
    int closing = Math.max(at, partner);
    return opening > 0 && partners[opening - 1] == closing + 1;
  }

  /** For each parenthesis the place of the one it belongs to; -1 for other characters. */
  private static int[] partners(String expression) {
    var partners = new int[expression.length()];
    Arrays.fill(partners, -1);
    var open = new ArrayDeque<Integer>();
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '(') open.push(i);
      if (c != ')') continue;
      int opening = open.pop();
      partners[opening] = i;
      partners[i] = opening;
    }
    return partners;
  }
}
