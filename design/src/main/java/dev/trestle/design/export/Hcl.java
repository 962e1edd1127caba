package dev.trestle.design.export;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Builds an HCL body, formatted as by {@code terraform fmt}. */
final class Hcl {
  private sealed interface Entry {
    record Attribute(String name, String expression) implements Entry {}

    record Block(String head, Hcl body) implements Entry {}

    record Remark(String text) implements Entry {}
  }

  private final List<Entry> entries = new ArrayList<>();

  Hcl text(String name, String value) {
    return expression(name, quoted(value));
  }

  Hcl number(String name, long value) {
    return expression(name, Long.toString(value));
  }

  Hcl number(String name, double value) {
    var whole = value == Math.rint(value);
    return expression(name, whole ? Long.toString(Math.round(value)) : Double.toString(value));
  }

  Hcl truth(String name, boolean value) {
    return expression(name, Boolean.toString(value));
  }

  Hcl texts(String name, Collection<String> values) {
    return expressions(name, values.stream().map(Hcl::quoted).toList());
  }

  Hcl expressions(String name, List<String> expressions) {
    return expression(name, "[" + String.join(", ", expressions) + "]");
  }

  /** A reference or another expression, written unchanged. */
  Hcl expression(String name, String expression) {
    entries.add(new Entry.Attribute(name, expression));
    return this;
  }

  Hcl block(String type, Consumer<Hcl> body) {
    return headed(type, body);
  }

  Hcl resource(String type, String name, Consumer<Hcl> body) {
    return headed("resource %s %s".formatted(quoted(type), quoted(name)), body);
  }

  /** A map: an attribute whose value is a body. */
  Hcl map(String name, Consumer<Hcl> body) {
    return headed(name + " =", body);
  }

  Hcl remark(String text) {
    entries.add(new Entry.Remark(text));
    return this;
  }

  private Hcl headed(String head, Consumer<Hcl> body) {
    var inside = new Hcl();
    body.accept(inside);
    entries.add(new Entry.Block(head, inside));
    return this;
  }

  String print() {
    var out = new StringBuilder();
    print(out, "");
    return out.toString();
  }

  private void print(StringBuilder out, String indent) {
    for (int i = 0; i < entries.size(); i++) {
      switch (entries.get(i)) {
        case Entry.Attribute(var name, var expression) ->
            out.append(indent)
                .append(name)
                .append(" ".repeat(width(i) - name.length()))
                .append(" = ")
                .append(expression)
                .append('\n');
        case Entry.Remark(var text) -> out.append(indent).append("# ").append(text).append('\n');
        case Entry.Block(var head, var body) -> {
          if (i > 0 && !(entries.get(i - 1) instanceof Entry.Remark)) out.append('\n');
          out.append(indent).append(head).append(" {\n");
          body.print(out, indent + "  ");
          out.append(indent).append("}\n");
        }
      }
    }
  }

  /** Returns the longest name among the attributes in the same block. */
  private int width(int of) {
    int from = of;
    while (from > 0 && entries.get(from - 1) instanceof Entry.Attribute) from--;
    int width = 0;
    for (int i = from; i < entries.size() && entries.get(i) instanceof Entry.Attribute it; i++) {
      width = Math.max(width, it.name().length());
    }
    return width;
  }

  /** Returns an HCL string. Characters that would start a template are escaped. */
  static String quoted(String text) {
    return text.codePoints()
        .mapToObj(Hcl::escaped)
        .collect(Collectors.joining("", "\"", "\""))
        .replace("${", "$${")
        .replace("%{", "%%{");
  }

  private static String escaped(int c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> c < ' ' ? String.format(Locale.ROOT, "\\u%04x", c) : Character.toString(c);
    };
  }
}
