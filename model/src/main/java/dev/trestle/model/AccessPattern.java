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
  Heading heading();

  default String id() {
    return heading().id();
  }

  default String title() {
    return heading().title();
  }

  default Load load() {
    return heading().load();
  }

  default SourceLocation place() {
    return heading().place();
  }
}
