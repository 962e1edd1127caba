package dev.trestle.toolshed.model;

import java.util.Optional;

/** A tool of a shed. */
public record ToolName(String value) {
  /** Reads a name that a client sent; empty if it cannot be one. */
  public static Optional<ToolName> parse(String text) {
    return NameForm.isName(text) ? Optional.of(new ToolName(text)) : Optional.empty();
  }
}
