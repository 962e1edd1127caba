package dev.trestle.platform.blob;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The name of a blob.
 *
 * @param collection what kind of blob it is, such as {@code ecobid-photos}: lower-case letters,
 *     digits and hyphens
 * @param name unique in its collection: letters, digits, {@code _}, {@code -} and dots, but no dot
 *     at the beginning
 */
public record BlobKey(String collection, String name) {
  private static final Pattern COLLECTION = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");

  public BlobKey {
    if (!COLLECTION.matcher(collection).matches() || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a valid blob key");
    }
  }

  /**
   * Where it is below the place of all blobs: {@code collection/xx/name}, where {@code xx} spreads
   * names over 256 folders. The same in a folder and in a bucket.
   */
  public String path() {
    var hash = new CRC32();
    hash.update(name.getBytes(StandardCharsets.US_ASCII));
    return "%s/%02x/%s".formatted(collection, hash.getValue() & 0xff, name);
  }

  /** Reads what {@link #toString} returns. */
  static BlobKey parse(String text) {
    var parts = text.split("/", 2);
    if (parts.length != 2) throw new IllegalArgumentException("not a valid blob key");
    return new BlobKey(parts[0], parts[1]);
  }

  @Override
  public String toString() {
    return collection + "/" + name;
  }
}
