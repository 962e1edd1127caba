package dev.trestle.ecobid.wanted;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Splits texts into words for comparison: lower case, without accents. */
public final class Words {
  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");

  private Words() {}

  public static Set<String> of(String text) {
    var plain = ACCENTS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    var words = new LinkedHashSet<String>();
    for (var word : BETWEEN.split(plain.toLowerCase(Locale.ROOT), -1)) {
      if (!word.isEmpty()) words.add(word);
    }
    return words;
  }

  /** Returns whether a text contains all of these words, or words that start with them. */
  static boolean match(Set<String> wanted, Set<String> text) {
    return wanted.stream().allMatch(word -> text.stream().anyMatch(each -> each.startsWith(word)));
  }
}
