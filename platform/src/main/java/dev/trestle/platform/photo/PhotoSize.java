package dev.trestle.platform.photo;

import java.util.Arrays;
import java.util.Optional;

/** The stored sizes of a photo: the longer side in pixels. */
public enum PhotoSize {
  LARGE(1600),
  THUMB(320);

  private final int pixels;

  PhotoSize(int pixels) {
    this.pixels = pixels;
  }

  public int pixels() {
    return pixels;
  }

  /** The name in URLs and blob keys. */
  public String code() {
    return Integer.toString(pixels);
  }

  public static Optional<PhotoSize> ofCode(String code) {
    return Arrays.stream(values()).filter(size -> size.code().equals(code)).findFirst();
  }
}
