package dev.trestle.stak.web;

import dev.trestle.platform.web.Json;
import dev.trestle.stak.Stak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The widget's script: a host page loads one file, so its parts and its style sheet are put
 * together here, as they are but for comments and indentation.
 *
 * <p>Parts share one scope. A line of theirs never ends within a text: templates of several lines
 * would lose their indentation.
 */
public final class WidgetScript {
  private static final List<String> PARTS =
      List.of("begin.js", "client.js", "draw.js", "inbox.js", "view.js", "start.js");

  private static final Pattern CSS_COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern CSS_BLANKS = Pattern.compile("\\s*([{};,])\\s*|\\s+");

  private WidgetScript() {}

  public static String text() {
    var script = new StringBuilder("/* Stak's inbox: see widget.html beside it. */\n(() => {\n");
    for (var part : PARTS) {
      script.append(bare(read(part)));
      if (part.equals("begin.js")) script.append("const STYLE = ").append(style()).append(";\n");
    }
    return script.append("})();\n").toString();
  }

  /** As a text of the script. */
  private static String style() {
    var bare = CSS_COMMENT.matcher(read("widget.css")).replaceAll("");
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
        .filter(line -> !line.isEmpty() && !isComment(line))
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

  private static String read(String name) {
    var path = "widget/" + name;
    try (var in = Stak.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
