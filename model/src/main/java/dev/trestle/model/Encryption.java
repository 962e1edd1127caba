package dev.trestle.model;

/** Whose key encrypts a table at rest. */
public sealed interface Encryption {
  /** DynamoDB's own, free of charge. */
  record Owned() implements Encryption {}

  /** The account's key that AWS manages. */
  record Managed() implements Encryption {}

  /** A key of the customer's own. */
  record Customer(String keyArn) implements Encryption {}
}
