package dev.trestle.platform.photo;

import java.util.Map;

/** What came of an uploaded photo. */
public sealed interface Rendering {
  /**
   * The photo as a JPEG in each size.
   *
   * @param width of the large one, in pixels
   * @param height of the large one, in pixels
   */
  record Rendered(Map<PhotoSize, byte[]> jpegs, int width, int height) implements Rendering {
    public Rendered {
      jpegs = Map.copyOf(jpegs);
    }
  }

  /** Not a JPEG, PNG or WebP image, or a broken one. */
  record NotAnImage() implements Rendering {}

  /** It has too many pixels. */
  record TooLarge() implements Rendering {}

  /** Too many photos are being rendered. */
  record Busy() implements Rendering {}
}
