package dev.trestle.toolshed.model;

import java.util.Optional;

/** Who borrows a tool. A real system would use the id of an account. */
public record MemberName(String value) {
  /** Reads a name that a client sent; empty if it cannot be one. */
  public static Optional<MemberName> parse(String text) {
    return NameForm.isName(text) ? Optional.of(new MemberName(text)) : Optional.empty();
  }
}
