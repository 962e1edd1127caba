package dev.trestle.model;

import java.lang.StackWalker.StackFrame;

/** Where something was declared: what a finding points at. */
public record Place(String type, String file, int line) {
  /** For what came from a file rather than from code. */
  public static Place of(String file) {
    return new Place("", file, 0);
  }

  /** The caller of the method that calls this one. */
  static Place ofCaller() {
    return StackWalker.getInstance()
        .walk(frames -> frames.skip(2).findFirst().map(Place::of))
        .orElseGet(() -> of("unknown"));
  }

  private static Place of(StackFrame frame) {
    var file = frame.getFileName();
    return new Place(frame.getClassName(), file == null ? "" : file, frame.getLineNumber());
  }

  @Override
  public String toString() {
    return line > 0 ? file + ":" + line : file;
  }
}
