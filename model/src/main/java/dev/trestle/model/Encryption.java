package dev.trestle.model;

/** Which key encrypts a table at rest. */
public sealed interface Encryption {
  /** DynamoDB's own key, free of charge. */
  record Owned() implements Encryption {}

  /** The account's key, managed by AWS. */
  record Managed() implements Encryption {}

  /** A key that the customer manages. */
  record Customer(String keyArn) implements Encryption {}
}
