package dev.trestle.platform.photo;

import static dev.trestle.platform.photo.ImageKind.starts;

import java.awt.geom.AffineTransform;
import java.awt.image.AffineTransformOp;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The EXIF orientation of an image, from 1 (upright) to 8. Read from each format's EXIF block; if
 * that is not possible, the image counts as upright.
 */
record Orientation(int value) {
  private static final Orientation UPRIGHT = new Orientation(1);
  private static final int TAG = 0x0112;
  private static final int ENTRY_BYTES = 12;
  private static final int ENTRIES_MAX = 512;
  private static final int BLOCKS_MAX = 1_000;

  static Orientation of(ImageKind kind, byte[] bytes) {
    try {
      return switch (kind) {
        case JPEG -> ofJpeg(bytes);
        case PNG -> ofPng(bytes);
        case WEBP -> ofWebp(bytes);
      };
    } catch (IndexOutOfBoundsException cut) {
      return UPRIGHT;
    }
  }

  private static Orientation ofJpeg(byte[] file) {
    var bytes = ByteBuffer.wrap(file);
    int at = 2;
    for (int i = 0; i < BLOCKS_MAX && (bytes.get(at) & 0xff) == 0xff; i++) {
      int marker = bytes.get(at + 1) & 0xff;
      if (marker == 0xda || marker == 0xd9) break;
      int length = bytes.getShort(at + 2) & 0xffff;
      if (marker == 0xe1 && starts(file, at + 4, "Exif\0\0")) return ofTiff(file, at + 10);
      at += 2 + length;
    }
    return UPRIGHT;
  }

  private static Orientation ofPng(byte[] file) {
    var bytes = ByteBuffer.wrap(file);
    int at = 8;
    for (int i = 0; i < BLOCKS_MAX; i++) {
      int length = bytes.getInt(at);
      if (length < 0 || length > bytes.limit()) break;
      if (starts(file, at + 4, "IDAT")) break;
      if (starts(file, at + 4, "eXIf")) return ofTiff(file, at + 8);
      at += 12 + length;
    }
    return UPRIGHT;
  }

  private static Orientation ofWebp(byte[] file) {
    var bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int at = 12;
    for (int i = 0; i < BLOCKS_MAX && at + 8 <= bytes.limit(); i++) {
      int length = bytes.getInt(at + 4);
      if (length < 0 || length > bytes.limit()) break;
      if (starts(file, at, "EXIF")) {
        int start = starts(file, at + 8, "Exif\0\0") ? at + 14 : at + 8;
        return ofTiff(file, start);
      }
      at += 8 + length + (length & 1);
    }
    return UPRIGHT;
  }

  private static Orientation ofTiff(byte[] file, int start) {
    var bytes = ByteBuffer.wrap(file);
    if (starts(file, start, "II*\0")) bytes.order(ByteOrder.LITTLE_ENDIAN);
    else if (starts(file, start, "MM\0*")) bytes.order(ByteOrder.BIG_ENDIAN);
    else return UPRIGHT;
    int directory = start + bytes.getInt(start + 4);
    int entries = Math.min(bytes.getShort(directory) & 0xffff, ENTRIES_MAX);
    for (int i = 0; i < entries; i++) {
      int entry = directory + 2 + i * ENTRY_BYTES;
      if ((bytes.getShort(entry) & 0xffff) != TAG) continue;
      int value = bytes.getShort(entry + 8) & 0xffff;
      return value >= 1 && value <= 8 ? new Orientation(value) : UPRIGHT;
    }
    return UPRIGHT;
  }

  /** Returns the image rotated upright. */
  BufferedImage upright(BufferedImage image) {
    if (value == 1) return image;
    int width = image.getWidth();
    int height = image.getHeight();
    var turn = new AffineTransform();
    switch (value) {
      case 2 -> turn.setTransform(-1, 0, 0, 1, width, 0);
      case 3 -> turn.setTransform(-1, 0, 0, -1, width, height);
      case 4 -> turn.setTransform(1, 0, 0, -1, 0, height);
      case 5 -> turn.setTransform(0, 1, 1, 0, 0, 0);
      case 6 -> turn.setTransform(0, 1, -1, 0, height, 0);
      case 7 -> turn.setTransform(0, -1, -1, 0, height, width);
      default -> turn.setTransform(0, -1, 1, 0, 0, width);
    }
    boolean isSideways = value >= 5;
    var turned =
        new BufferedImage(
            isSideways ? height : width, isSideways ? width : height, image.getType());
    return new AffineTransformOp(turn, AffineTransformOp.TYPE_NEAREST_NEIGHBOR)
        .filter(image, turned);
  }
}
