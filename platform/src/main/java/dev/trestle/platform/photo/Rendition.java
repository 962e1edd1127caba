package dev.trestle.platform.photo;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;
import net.coobird.thumbnailator.Thumbnails;

/**
 * Creates the stored images: new JPEGs from pixels only, so that no metadata of the original
 * survives. Dimensions are checked in the header before decoding, and a large image is subsampled
 * while it is read, so that memory is bounded.
 */
final class Rendition {
  /** A larger image is rejected, whatever its file size. */
  static final long PIXELS_MAX = 40_000_000;

  private static final int SIDE_MAX = 30_000;
  private static final double QUALITY = 0.85;

  private Rendition() {}

  static Rendering of(byte[] bytes) {
    return of(bytes, UnaryOperator.identity());
  }

  /** The largest square in the middle. */
  static Rendering square(byte[] bytes) {
    return of(bytes, Rendition::middle);
  }

  private static BufferedImage middle(BufferedImage image) {
    int side = Math.min(image.getWidth(), image.getHeight());
    int left = (image.getWidth() - side) / 2;
    int top = (image.getHeight() - side) / 2;
    return image.getSubimage(left, top, side, side);
  }

  private static Rendering of(byte[] bytes, UnaryOperator<BufferedImage> crop) {
    var kind = ImageKind.of(bytes);
    if (kind.isEmpty()) return new Rendering.NotAnImage();
    try {
      var read = decoded(kind.get(), bytes);
      if (read.isEmpty()) return new Rendering.TooLarge();
      return rendered(crop.apply(Orientation.of(kind.get(), bytes).upright(read.get())));
    } catch (IOException | RuntimeException broken) {
      // Decoders may throw any exception for malformed data.
      return new Rendering.NotAnImage();
    }
  }

  private static Rendering rendered(BufferedImage image) throws IOException {
    var jpegs = new EnumMap<PhotoSize, byte[]>(PhotoSize.class);
    for (var size : PhotoSize.values()) jpegs.put(size, encoded(image, size));
    double scale = scale(image, PhotoSize.LARGE);
    return new Rendering.Rendered(
        jpegs, scaled(image.getWidth(), scale), scaled(image.getHeight(), scale));
  }

  /** Empty if it has too many pixels. */
  private static Optional<BufferedImage> decoded(ImageKind kind, byte[] bytes) throws IOException {
    var readers = ImageIO.getImageReadersByFormatName(kind.format());
    if (!readers.hasNext()) throw new IllegalStateException("no reader for " + kind.format());
    var reader = readers.next();
    try (var input = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
      reader.setInput(input, true, true);
      return read(reader).map(Rendition::flattened);
    } finally {
      reader.dispose();
    }
  }

  private static Optional<BufferedImage> read(ImageReader reader) throws IOException {
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    if (width > SIDE_MAX || height > SIDE_MAX || (long) width * height > PIXELS_MAX) {
      return Optional.empty();
    }
    var parameters = reader.getDefaultReadParam();
    int step = Math.max(1, Math.max(width, height) / (2 * PhotoSize.LARGE.pixels()));
    parameters.setSourceSubsampling(step, step, 0, 0);
    return Optional.of(reader.read(0, parameters));
  }

  /** Removes transparency, which JPEG does not support. */
  private static BufferedImage flattened(BufferedImage image) {
    var flat = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    var graphics = flat.createGraphics();
    try {
      graphics.drawImage(image, 0, 0, Color.WHITE, null);
    } finally {
      graphics.dispose();
    }
    return flat;
  }

  private static byte[] encoded(BufferedImage image, PhotoSize size) throws IOException {
    double scale = scale(image, size);
    var out = new ByteArrayOutputStream();
    Thumbnails.of(image)
        .size(scaled(image.getWidth(), scale), scaled(image.getHeight(), scale))
        .outputFormat("jpg")
        .outputQuality(QUALITY)
        .toOutputStream(out);
    return out.toByteArray();
  }

  private static double scale(BufferedImage image, PhotoSize size) {
    int longer = Math.max(image.getWidth(), image.getHeight());
    return Math.min(1, (double) size.pixels() / longer);
  }

  private static int scaled(int pixels, double scale) {
    return Math.max(1, (int) Math.round(pixels * scale));
  }
}
