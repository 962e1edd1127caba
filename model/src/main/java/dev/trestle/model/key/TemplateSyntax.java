package dev.trestle.model.key;

import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a template's pattern. */
final class TemplateSyntax {
  private TemplateSyntax() {}

  static List<Piece> pieces(String pattern, Map<String, Part<?>> parts) {
    if (pattern.isEmpty()) throw new IllegalArgumentException("a template without pieces");
    if (!pattern.codePoints().allMatch(Alphabet.UNICODE::has)) {
      throw new IllegalArgumentException(
          RefusedValueException.shown(pattern) + " has half a surrogate pair or U+10FFFF");
    }
    var pieces = new ArrayList<Piece>();
    var used = new HashSet<String>();
    for (int i = 0; i < pattern.length(); ) {
      if (pattern.charAt(i) == '<') {
        int end = pattern.indexOf('>', i);
        if (end < 0) throw new IllegalArgumentException(pattern + ": a < without its >");
        pieces.add(new Piece.Slot(part(pattern, pattern.substring(i + 1, end), parts, used)));
        i = end + 1;
      } else {
        int end = pattern.indexOf('<', i);
        if (end < 0) end = pattern.length();
        var literal = pattern.substring(i, end);
        if (literal.indexOf('>') >= 0) {
          throw new IllegalArgumentException(pattern + ": a > without its <");
        }
        pieces.add(new Piece.Literal(literal));
        i = end;
      }
    }
    for (var name : parts.keySet()) {
      if (!used.contains(name)) {
        throw new IllegalArgumentException(pattern + ": <" + name + "> does not occur");
      }
    }
    return List.copyOf(pieces);
  }

  private static Part<?> part(
      String pattern, String name, Map<String, Part<?>> parts, Set<String> used) {
    var part = parts.get(name);
    if (part == null) throw new IllegalArgumentException(pattern + ": no part for <" + name + ">");
    if (!used.add(name)) throw new IllegalArgumentException(pattern + ": <" + name + "> twice");
    if (part.bytes().isPresent()) {
      throw new IllegalArgumentException(pattern + ": <" + name + "> is bytes and has no text");
    }
    return part;
  }
}
