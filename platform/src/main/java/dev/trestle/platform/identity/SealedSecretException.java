package dev.trestle.platform.identity;

/**
 * Thrown if a secret in a table cannot be decrypted: the key is another, or the row was changed.
 */
public final class SealedSecretException extends RuntimeException {
  SealedSecretException(String name) {
    super("the secret " + name + " cannot be decrypted with this key");
  }
}
