package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Splits a message into tokens. */
final class Tokenizer {
  /** Longer messages are cut. Nobody reports a chore in more than a thousand characters. */
  static final int TEXT_LENGTH_MAX = 1000;

  /** Short forms that people write without an apostrophe. */
  private static final Map<String, List<String>> CONTRACTIONS =
      Map.ofEntries(
          Map.entry("ill", List.of("i", "'ll")),
          Map.entry("im", List.of("i", "'m")),
          Map.entry("ive", List.of("i", "'ve")),
          Map.entry("dont", List.of("do", "n't")),
          Map.entry("didnt", List.of("did", "n't")),
          Map.entry("havent", List.of("have", "n't")),
          Map.entry("hasnt", List.of("has", "n't")),
          Map.entry("cant", List.of("can", "n't")),
          Map.entry("wont", List.of("will", "n't")),
          Map.entry("isnt", List.of("is", "n't")),
          Map.entry("wasnt", List.of("was", "n't")));

  private Tokenizer() {}

  static List<MessageToken> of(String text) {
    var source = text.length() > TEXT_LENGTH_MAX ? text.substring(0, TEXT_LENGTH_MAX) : text;
    var tokens = new ArrayList<MessageToken>();
    int at = 0;
    while (at < source.length()) {
      int point = source.codePointAt(at);
      int end = at + Character.charCount(point);
      if (Character.isLetterOrDigit(point)) {
        end = endOfWord(source, at);
        addWord(source.substring(at, end), tokens);
      } else if (source.startsWith("...", at)) {
        end = at + 3;
        tokens.add(mark("…"));
      } else if (point == '\n' || (!Character.isWhitespace(point) && !isModifier(point))) {
        tokens.add(mark(source.substring(at, end)));
      }
      at = end;
    }
    return tokens;
  }

  private static MessageToken mark(String text) {
    return new MessageToken(text, text, text);
  }

  /** Variation selectors, joiners and skin tones change the look of an emoji only. */
  private static boolean isModifier(int point) {
    return point == 0xFE0F || point == 0x200D || (point >= 0x1F3FB && point <= 0x1F3FF);
  }

  private static int endOfWord(String source, int start) {
    int at = start;
    while (at < source.length()) {
      char c = source.charAt(at);
      boolean inner = c == '\'' || c == '’' || c == '-';
      boolean letterFollows =
          at + 1 < source.length() && Character.isLetterOrDigit(source.charAt(at + 1));
      if (!Character.isLetterOrDigit(c) && !(inner && letterFollows)) {
        break;
      }
      at++;
    }
    return at;
  }

  private static void addWord(String raw, List<MessageToken> tokens) {
    var word = shorten(raw.toLowerCase(Locale.ROOT).replace('’', '\''));
    var parts = CONTRACTIONS.get(word);
    if (parts != null) {
      parts.forEach(part -> tokens.add(new MessageToken(part, part, part)));
      return;
    }
    int clitic = word.endsWith("n't") ? word.length() - 3 : word.lastIndexOf('\'');
    if (clitic > 0 && raw.length() == word.length()) {
      tokens.add(
          new MessageToken(
              raw.substring(0, clitic),
              word.substring(0, clitic),
              FoldedWords.fold(word.substring(0, clitic))));
      tokens.add(
          new MessageToken(raw.substring(clitic), word.substring(clitic), word.substring(clitic)));
    } else {
      tokens.add(new MessageToken(raw, word, FoldedWords.fold(word)));
    }
  }

  /** "diskaaaat" is "diskat": of three or more equal letters one is kept. */
  static String shorten(String word) {
    var result = new StringBuilder(word.length());
    int at = 0;
    while (at < word.length()) {
      int end = at + 1;
      while (end < word.length() && word.charAt(end) == word.charAt(at)) {
        end++;
      }
      int kept = Character.isDigit(word.charAt(at)) || end - at < 3 ? end - at : 1;
      result.append(word, at, at + kept);
      at = end;
    }
    return result.toString();
  }
}
