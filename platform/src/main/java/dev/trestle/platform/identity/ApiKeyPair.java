package dev.trestle.platform.identity;

import java.util.Optional;

/**
 * What is kept of one owner's keys: the hash of the present one and, while programs are being moved
 * to it, of the former one. A value for an attribute of a system's own record.
 */
public record ApiKeyPair(String current, Optional<String> former) {
  public static ApiKeyPair of(ApiKey key) {
    return new ApiKeyPair(key.hash(), Optional.empty());
  }

  /** Both are looked at in any case, so that time does not tell which one it was. */
  public boolean accepts(ApiKey key) {
    boolean isCurrent = key.isOf(current);
    boolean isFormer = key.isOf(former.orElse(""));
    return isCurrent || isFormer;
  }

  /** A new key beside the present one; a third one goes. */
  public ApiKeyPair rotated(ApiKey next) {
    return new ApiKeyPair(next.hash(), Optional.of(current));
  }

  /** The present one alone: the former one is no longer taken. */
  public ApiKeyPair settled() {
    return new ApiKeyPair(current, Optional.empty());
  }
}
