package dev.trestle.toolshed.model;

import java.util.Optional;

/** A shed, by the name in its address. */
public record ShedName(String value) {
  /** Reads a name that a client sent; empty if it cannot be one. */
  public static Optional<ShedName> parse(String text) {
    return NameForm.isName(text) ? Optional.of(new ShedName(text)) : Optional.empty();
  }
}
