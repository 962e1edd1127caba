package dev.trestle.stak.template;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with variables such as <code>{{name}}</code>. */
final class TemplateText {
  private static final Pattern VARIABLE = Pattern.compile("\\{\\{ ?([a-z][a-z0-9_]{0,63}) ?}}");

  private TemplateText() {}

  static Set<String> variables(String text) {
    var names = new TreeSet<String>();
    VARIABLE.matcher(text).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  /** Replaces each variable once: variables within values stay as they are. */
  static String render(String text, UnaryOperator<String> values) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.apply(found.group(1))));
  }
}
