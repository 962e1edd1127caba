package dev.trestle.messenger.model;

import dev.trestle.platform.system.Ids;
import java.util.Optional;

/** A photo or another file of a chat. The value is {@code file_} and a ULID. */
public record FileId(String value) {
  private static final String PREFIX = "file_";

  /** A new id. */
  public static FileId next(Ids ids) {
    return new FileId(ids.next(PREFIX));
  }

  /** Reads an id that a client sent; empty if it cannot be one. */
  public static Optional<FileId> parse(String text) {
    return Ids.isId(PREFIX, text) ? Optional.of(new FileId(text)) : Optional.empty();
  }
}
