package dev.trestle.engine.request;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A SHA-256 digest of a request. Requests with the same digest are equal. */
public final class RequestDigest {
  private final MessageDigest digest;
  private final byte[] length = new byte[Integer.BYTES];

  public RequestDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public RequestDigest add(@Nullable String text) {
    return add(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
  }

  public RequestDigest add(@Nullable Item item) {
    return add(item == null ? null : item.bytes());
  }

  public RequestDigest add(@Nullable Map<String, String> names) {
    if (names == null) return add((byte[]) null);
    new TreeMap<>(names).forEach((name, value) -> add(name).add(value));
    return this;
  }

  /** Adds a PartiQL statement and its parameters. */
  public RequestDigest addStatement(@Nullable String statement, @Nullable List<Value> parameters) {
    add(statement);
    var given = parameters == null ? List.<Value>of() : parameters;
    add(String.valueOf(given.size()));
    for (var parameter : given) add(Item.of("v", parameter));
    return this;
  }

  /** Adds a part after its length, so that different requests never produce the same bytes. */
  private RequestDigest add(byte @Nullable [] bytes) {
    int number = bytes == null ? -1 : bytes.length;
    for (int i = 0; i < length.length; i++) length[i] = (byte) (number >>> (24 - 8 * i));
    digest.update(length);
    if (bytes != null) digest.update(bytes);
    return this;
  }

  public byte[] bytes() {
    return digest.digest();
  }
}
