package dev.trestle.platform.identity;

import dev.trestle.store.SigningKey;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Named secrets, created on first use and then constant: random bytes, keys and sets of keys. */
public abstract class Secrets {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final int CURSOR_SECRET_BYTES = 32;
  private static final int ATTEMPTS_MAX = 100;

  private final RandomGenerator random;

  Secrets(RandomGenerator random) {
    this.random = random;
  }

  /** The stored text of a name. */
  abstract Optional<String> read(String name);

  /** Stores a first text unless there is one; returns the stored text. */
  abstract String create(String name, String text);

  /** Replaces the text of a name. Returns whether it did, which takes that it was this one. */
  abstract boolean replace(String name, String before, String text);

  /**
   * Changes the text of a name. Of several that do at once, each changes what the one before left.
   *
   * @return the new text
   */
  final String change(String name, UnaryOperator<String> change) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var before = kept(name).orElseThrow();
      var after = change.apply(before);
      if (replace(name, before, after)) return after;
    }
    throw new IllegalStateException("the secret " + name + " is changed again and again");
  }

  /** The random bytes of a name. */
  public final byte[] bytes(String name, int length) {
    var fresh = new byte[length];
    random.nextBytes(fresh);
    var text = kept(name).orElseGet(() -> create(name, Base64.getEncoder().encodeToString(fresh)));
    var bytes = Base64.getDecoder().decode(text);
    if (bytes.length != length) {
      throw new IllegalStateException("the secret " + name + " has another length");
    }
    return bytes;
  }

  /** The random bytes of a name, if they have been created. */
  public final Optional<byte[]> existing(String name) {
    return kept(name).map(Base64.getDecoder()::decode);
  }

  /** The text of a name. Of several servers that create one at once, all get the same. */
  public final String text(String name, Supplier<String> first) {
    return kept(name).orElseGet(() -> create(name, first.get()));
  }

  /** The key that signs cursors. */
  public final SigningKey cursorKey(String name) {
    return SigningKey.of(1, bytes(name, CURSOR_SECRET_BYTES));
  }

  final Optional<String> kept(String name) {
    if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("a secret's name");
    return read(name);
  }
}
