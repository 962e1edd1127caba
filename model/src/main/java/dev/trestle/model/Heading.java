package dev.trestle.model;

/** What every access pattern has: its id, title, source location and load. */
public record Heading(String id, String title, SourceLocation place, Load load) {
  public Heading {
    if (id == null || id.isBlank() || title == null || title.isBlank()) {
      throw new IllegalArgumentException("a pattern needs an id and a title");
    }
  }

  Heading with(Load load) {
    if (load == null) throw refused("the load is null. Declare it above the pattern.");
    return new Heading(id, title, place, load);
  }

  /** Rejects what cannot be a usual number of items. */
  void expectUsual(double items) {
    if (items >= 0 && !Double.isInfinite(items)) return;
    throw refused("A call usually has zero or more items, not %s.".formatted(items));
  }

  /** A mistake in the declaration, with the pattern's id and where it is declared. */
  IllegalArgumentException refused(String message) {
    return new IllegalArgumentException("%s (%s): %s".formatted(id, place, message));
  }
}
