package dev.trestle.engine.table;

import java.util.List;

/** Which attributes an index contains besides the keys of the index and the table. */
public record IndexProjection(Kind kind, List<String> nonKeyAttributes) {
  public enum Kind {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public IndexProjection {
    nonKeyAttributes = List.copyOf(nonKeyAttributes);
    if (kind != Kind.INCLUDE && !nonKeyAttributes.isEmpty()) {
      throw new IllegalArgumentException("non-key attributes in a projection of " + kind);
    }
  }
}
