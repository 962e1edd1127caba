package dev.trestle.stak.web;

import dev.trestle.platform.web.Json;
import dev.trestle.stak.Stak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The widget's script. A host page loads one file, so the widget's parts, the modules of the npm
 * package and the style sheet are joined here, without comments and indentation.
 *
 * <p>The parts share one scope: {@code export} and the lines of imports are left out. They must not
 * contain template literals of several lines, which would lose their indentation.
 */
final class WidgetScript {
  private static final List<String> PARTS =
      List.of(
          // The reader that Trestle's own pages import.
          "/dev/trestle/platform/page/sse.js",
          // The package's modules, from src/main/npm.
          "npm/client.js",
          "npm/live-inbox.js",
          "widget/token.js",
          "widget/draw.js",
          "widget/inbox.js",
          "widget/view.js",
          "widget/push.js",
          "widget/settings.js",
          "widget/start.js");

  private static final String EXPORT = "export ";
  private static final Pattern CSS_COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern CSS_BLANKS = Pattern.compile("\\s*([{};,])\\s*|\\s+");

  private WidgetScript() {}

  static String text() {
    var script =
        new StringBuilder(
            "/* The Stak inbox widget. How to use it: widget.html beside this file. */\n(() => {\n");
    script.append(bare(read("widget/begin.js")));
    script.append("const STYLE = ").append(style()).append(";\n");
    for (var part : PARTS) script.append(bare(read(part)));
    return script.append("})();\n").toString();
  }

  /** What the service worker of a site that shows push messages loads. */
  static String pushWorker() {
    return bare(read("widget/push-worker.js"));
  }

  /** The style sheet as a string literal. */
  private static String style() {
    var bare = CSS_COMMENT.matcher(read("widget/widget.css")).replaceAll("");
    var narrow =
        CSS_BLANKS
            .matcher(bare)
            .replaceAll(found -> found.group(1) == null ? " " : found.group(1))
            .replace(": ", ":")
            .strip();
    return new String(Json.write(narrow), StandardCharsets.UTF_8);
  }

  private static String bare(String part) {
    var lines = new StringBuilder();
    part.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !isComment(line) && !line.startsWith("import "))
        .map(line -> line.startsWith(EXPORT) ? line.substring(EXPORT.length()) : line)
        .forEach(line -> lines.append(line).append('\n'));
    return lines.toString();
  }

  private static boolean isComment(String line) {
    return line.startsWith("//")
        || line.startsWith("/**")
        || line.startsWith("* ")
        || line.equals("*")
        || line.equals("*/");
  }

  private static String read(String path) {
    try (var in = Stak.class.getResourceAsStream(path)) {
      if (in == null) throw new IllegalStateException(path + " is missing");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
