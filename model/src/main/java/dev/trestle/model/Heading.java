package dev.trestle.model;

/** What every access pattern has: its id, title, source location and load. */
public record Heading(String id, String title, SourceLocation place, Load load) {
  public Heading {
    if (id.isBlank() || title.isBlank()) {
      throw new IllegalArgumentException("a pattern needs an id and a title");
    }
  }

  Heading with(Load load) {
    return new Heading(id, title, place, load);
  }
}
