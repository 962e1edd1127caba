package dev.trestle.model;

/**
 * One way in which a system uses its data, by one operation of DynamoDB. A value: it can be listed,
 * drawn, costed, checked and run. There is no scan among them.
 */
public sealed interface AccessPattern
    permits Get, Query, Put, Update, Delete, BatchGet, BatchWrite, Transaction, Composite {
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

  default Place place() {
    return heading().place();
  }
}
