package dev.trestle.engine.table;

import java.util.List;

/** What an index shows of an item beside the keys of index and table. */
public record IndexProjection(Kind kind, List<String> nonKeyAttributes) {
  public enum Kind {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public IndexProjection {
    nonKeyAttributes = List.copyOf(nonKeyAttributes);
    if (kind != Kind.INCLUDE && !nonKeyAttributes.isEmpty()) {
      throw new IllegalArgumentException("attributes named for a projection of " + kind);
    }
  }
}
