package dev.trestle.model;

import java.util.List;

/**
 * Several patterns in a given order, for what one operation cannot do. The reason is part of the
 * declaration.
 */
public record Composite(Heading heading, List<AccessPattern> patterns, String reason)
    implements AccessPattern {
  public Composite {
    patterns = List.copyOf(patterns);
    if (patterns.size() < 2) throw heading.refused("A composite has two patterns or more.");
    if (reason.isBlank()) throw heading.refused("Say why one operation is not enough.");
  }

  /** Declares what takes several patterns, with the reason why one is not enough. */
  public static Composite of(String id, String title, String reason, AccessPattern... patterns) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i] != null) continue;
      throw heading.refused(
          "pattern number %d of those given is null. Declare it above this one.".formatted(i + 1));
    }
    return new Composite(heading, List.of(patterns), reason);
  }

  /** How often it is called, for checks of hot keys and for its cost. */
  public Composite load(Load load) {
    return new Composite(heading.with(load), patterns, reason);
  }
}
