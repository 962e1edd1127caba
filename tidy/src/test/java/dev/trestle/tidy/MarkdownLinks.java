package dev.trestle.tidy;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The links of a Markdown page, and whether their targets exist. */
final class MarkdownLinks {
  private static final Pattern INLINE = Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)");
  private static final Pattern REFERENCE =
      Pattern.compile("^\\s{0,3}\\[[^\\]]+\\]:\\s*<?(\\S+?)>?$");
  private static final Pattern ELSEWHERE = Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*:.*");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
  private static final Pattern NAMED = Pattern.compile("<a\\s+(?:id|name)=\"([^\"]+)\"");
  private static final Pattern LINK_TEXT = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`+[^`]*`+");

  private MarkdownLinks() {}

  /** Relative links of the page whose file or heading does not exist. */
  static List<String> broken(Path page) throws IOException {
    var found = new ArrayList<String>();
    for (var line : prose(Files.readString(page))) {
      for (var pattern : List.of(INLINE, REFERENCE)) {
        var links = pattern.matcher(CODE.matcher(line).replaceAll("`"));
        while (links.find()) {
          var link = links.group(1);
          if (!ELSEWHERE.matcher(link).matches() && !resolves(page, link)) found.add(link);
        }
      }
    }
    return found;
  }

  private static boolean resolves(Path page, String link) throws IOException {
    var hash = link.indexOf('#');
    var path = URLDecoder.decode(hash < 0 ? link : link.substring(0, hash), StandardCharsets.UTF_8);
    if (path.startsWith("/")) return false;
    var target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(target)) return false;
    if (hash < 0 || !target.toString().endsWith(".md")) return true;
    return anchors(Files.readString(target)).contains(link.substring(hash + 1));
  }

  /** Headings as GitHub names them: lower case, punctuation gone, spaces as hyphens, numbered. */
  static Set<String> anchors(String text) {
    var seen = new HashMap<String, Integer>();
    var anchors = new HashSet<String>();
    for (var line : prose(text)) {
      var named = NAMED.matcher(line);
      while (named.find()) anchors.add(named.group(1));
      var heading = HEADING.matcher(line);
      if (!heading.matches()) continue;
      var words = LINK_TEXT.matcher(heading.group(1)).replaceAll("$1");
      var slug =
          words.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\s_-]", "").replace(' ', '-');
      var times = seen.merge(slug, 1, Integer::sum);
      anchors.add(times == 1 ? slug : slug + "-" + (times - 1));
    }
    return anchors;
  }

  /** The lines outside fenced code. */
  private static List<String> prose(String text) {
    var lines = new ArrayList<String>();
    var fenced = false;
    for (var line : text.lines().toList()) {
      if (line.stripLeading().startsWith("```")) fenced = !fenced;
      else if (!fenced) lines.add(line);
    }
    return lines;
  }
}
