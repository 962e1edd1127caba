package dev.trestle.platform.blob;

import java.util.regex.Pattern;

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

  @Override
  public String toString() {
    return collection + "/" + name;
  }
}
