package dev.trestle.messenger.file;

import java.util.regex.Pattern;

/**
 * The name of a file as people see it. Taken from what a client sent: without folders, and without
 * characters that are invisible or turn the direction of the text around, which could make {@code
 * photo.exe} look like {@code exe.photo}.
 */
record FileName(String text) {
  static final int CHARS_MAX = 120;

  private static final Pattern FOLDERS = Pattern.compile("^.*[/\\\\]", Pattern.DOTALL);
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

  /** A name without anything visible becomes {@code file}. */
  static FileName of(String sent) {
    var name = INVISIBLE.matcher(FOLDERS.matcher(sent).replaceFirst("")).replaceAll("").strip();
    return new FileName(name.isEmpty() ? "file" : shortened(name));
  }

  /** Cut in the middle, so that it keeps its extension. */
  private static String shortened(String name) {
    int[] points = name.codePoints().toArray();
    if (points.length <= CHARS_MAX) return name;
    int half = CHARS_MAX / 2;
    return new String(points, 0, half - 1) + "…" + new String(points, points.length - half, half);
  }
}
