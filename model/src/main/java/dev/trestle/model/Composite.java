package dev.trestle.model;

import java.util.List;

/** Several patterns in a named order, where one operation cannot do; the reason is written down. */
public record Composite(Heading heading, List<AccessPattern> patterns, String reason)
    implements AccessPattern {
  public Composite {
    patterns = List.copyOf(patterns);
    if (patterns.size() < 2) throw new IllegalArgumentException("a composite of one pattern");
    if (reason.isBlank()) throw new IllegalArgumentException("a composite needs its reason");
  }

  public static Composite of(String id, String title, String reason, AccessPattern... patterns) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Composite(heading, List.of(patterns), reason);
  }

  public Composite load(Load load) {
    return new Composite(heading.with(load), patterns, reason);
  }
}
