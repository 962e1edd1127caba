package dev.trestle.model;

import java.lang.StackWalker.StackFrame;

/** Where something was declared, for findings to point at. */
public record SourceLocation(String type, String file, int line) {
  /** For declarations that come from a file instead of code. */
  public static SourceLocation of(String file) {
    return new SourceLocation("", file, 0);
  }

  /** Returns the caller of the calling method. */
  static SourceLocation ofCaller() {
    return StackWalker.getInstance()
        .walk(frames -> frames.skip(2).findFirst().map(SourceLocation::of))
        .orElseGet(() -> of("unknown"));
  }

  private static SourceLocation of(StackFrame frame) {
    var file = frame.getFileName();
    return new SourceLocation(
        frame.getClassName(), file == null ? "" : file, frame.getLineNumber());
  }

  @Override
  public String toString() {
    return line > 0 ? file + ":" + line : file;
  }
}
