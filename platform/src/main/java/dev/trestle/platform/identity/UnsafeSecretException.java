package dev.trestle.platform.identity;

import java.nio.file.Path;

/** Thrown if others than its owner can read a secret. */
public final class UnsafeSecretException extends RuntimeException {
  UnsafeSecretException(Path path, String remedy) {
    super(
        "others than its owner may read "
            + path
            + "; replace what it holds if they might have, then: "
            + remedy
            + " "
            + path);
  }
}
