package dev.trestle.model;

/**
 * One way in which a system uses its data, with one DynamoDB operation. It is a value that can be
 * listed, drawn, costed, checked and run. There is no scan.
 */
public sealed interface AccessPattern
    permits Get,
        Query,
        Count,
        Put,
        Update,
        Delete,
        BatchGet,
        BatchWrite,
        MultiGet,
        MultiWrite,
        Transaction,
        Composite {
  /** Its id, title, load and place in the source. */
  Heading heading();

  /**
   * A short id such as {@code M3}, unique in its model. Metrics and traces name the pattern by it.
   */
  default String id() {
    return heading().id();
  }

  /** What it does, in words that people use. */
  default String title() {
    return heading().title();
  }

  /** How often it is called; none if that was not declared. */
  default Load load() {
    return heading().load();
  }

  /** Where it is declared. Findings name this line. */
  default SourceLocation place() {
    return heading().place();
  }
}
