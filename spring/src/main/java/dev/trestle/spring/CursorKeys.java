package dev.trestle.spring;

import dev.trestle.spring.TrestleProperties.Mode;
import dev.trestle.store.SigningKey;
import dev.trestle.store.StoreOptions;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives a store its signing keys. */
final class CursorKeys {
  private static final String MAKE_ONE =
      "a secret of at least 16 bytes in Base64, the same on every server, such as the output of:"
          + " openssl rand -base64 32";

  private CursorKeys() {}

  /**
   * Sets the keys. Without one, an engine in this process has a random one; but servers on shared
   * tables would refuse each other's cursors, and each its own after a restart.
   */
  static StoreOptions sign(StoreOptions options, TrestleProperties properties) {
    var cursor = properties.cursor();
    var secret = given(cursor.key());
    if (secret.isEmpty()) {
      if (properties.mode() == Mode.EMBEDDED) return options;
      throw new SetupException(
          "trestle.cursor.key is not set. Without it, cursors of one server are refused by others"
              + " and after a restart.",
          """
          Set trestle.cursor.key to %s

          For an engine in this process, as in tests, set trestle.mode=embedded.\
          """
              .formatted(MAKE_ONE));
    }
    var current = key("trestle.cursor.key", cursor.version(), secret.get());
    var formerSecret = given(cursor.formerKey());
    if (formerSecret.isEmpty()) return options.signing(current);
    if (cursor.version() == cursor.formerVersion()) {
      throw new SetupException(
          "trestle.cursor.key and trestle.cursor.former-key have the same version.",
          "Set trestle.cursor.version to another number than trestle.cursor.former-version, from 0"
              + " to 255.");
    }
    var former = key("trestle.cursor.former-key", cursor.formerVersion(), formerSecret.get());
    return options.signing(current, former);
  }

  private static Optional<String> given(@Nullable String secret) {
    return Optional.ofNullable(secret).map(String::strip).filter(text -> !text.isEmpty());
  }

  /** Its exception does not contain the secret. */
  private static SigningKey key(String name, int version, String secret) {
    try {
      return SigningKey.of(version, Base64.getDecoder().decode(secret));
    } catch (IllegalArgumentException e) {
      throw new SetupException(
          "%s or its version cannot be used.".formatted(name),
          "Set %s to %s%nA version is a number from 0 to 255.".formatted(name, MAKE_ONE));
    }
  }
}
