package dev.trestle.fleet.s3;

import dev.trestle.platform.blob.BlobKey;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A bucket, and the beginning of the keys in it.
 *
 * @param prefix empty, or a text that ends with a slash
 */
public record BucketFolder(String bucket, String prefix) {
  private static final String SCHEME = "s3://";
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9_.-]{1,128}/){0,8}");

  public BucketFolder {
    if (!BUCKET.matcher(bucket).matches() || !PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException("not a bucket with a prefix");
    }
  }

  /** Reads an address such as {@code s3://bucket} or {@code s3://bucket/folder}. */
  public static Optional<BucketFolder> parse(String address) {
    if (!address.startsWith(SCHEME)) return Optional.empty();
    var parts = address.substring(SCHEME.length()).split("/", 2);
    var folder = parts.length == 1 ? "" : parts[1];
    try {
      boolean isWhole = folder.isEmpty() || folder.endsWith("/");
      return Optional.of(new BucketFolder(parts[0], isWhole ? folder : folder + "/"));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  String key(BlobKey key) {
    return prefix + key.path();
  }
}
