package dev.trestle.testing;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;

/**
 * Files as a phone makes them: a picture with the camera's orientation, a position in EXIF and XMP,
 * and a thumbnail of the original.
 */
public final class CameraFile {
  static final String XMP =
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF"
          + " xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description"
          + " xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:GPSLatitude='52,13.782N'"
          + " exif:GPSLongitude='21,0.732E'/></rdf:RDF></x:xmpmeta>";

  private CameraFile() {}

  /** The top left quarter is red, the top right one green, the rest blue. */
  public static BufferedImage picture(int width, int height) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var graphics = image.createGraphics();
    graphics.setColor(Color.BLUE);
    graphics.fillRect(0, 0, width, height);
    graphics.setColor(Color.RED);
    graphics.fillRect(0, 0, width / 2, height / 2);
    graphics.setColor(Color.GREEN);
    graphics.fillRect(width / 2, 0, width - width / 2, height / 2);
    graphics.dispose();
    return image;
  }

  public static byte[] encoded(BufferedImage image, String format) {
    var out = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, format, out)) throw new IllegalStateException(format);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static byte[] jpeg(int width, int height, int orientation) {
    var plain = encoded(picture(width, height), "jpg");
    var thumbnail = encoded(picture(160, 120), "jpg");
    var out = new ByteArrayOutputStream();
    out.write(plain, 0, 2);
    segment(out, exif(orientation, thumbnail));
    segment(out, XMP.getBytes(StandardCharsets.UTF_8));
    out.write(plain, 2, plain.length - 2);
    return out.toByteArray();
  }

  private static void segment(ByteArrayOutputStream out, byte[] content) {
    out.writeBytes(new byte[] {(byte) 0xff, (byte) 0xe1});
    out.write((content.length + 2) >> 8);
    out.write((content.length + 2) & 0xff);
    out.writeBytes(content);
  }

  /** Orientation and a GPS directory in the first directory, the thumbnail in the second. */
  static byte[] exif(int orientation, byte[] thumbnail) {
    var tiff = ByteBuffer.allocate(1024 + thumbnail.length).order(ByteOrder.LITTLE_ENDIAN);
    tiff.put("II*\0".getBytes(StandardCharsets.ISO_8859_1)).putInt(8);
    tiff.putShort((short) 2);
    entry(tiff, 0x0112, 3, 1, orientation);
    entry(tiff, 0x8825, 4, 1, 100);
    tiff.putInt(300);
    tiff.position(100);
    tiff.putShort((short) 4);
    entry(tiff, 1, 2, 2, 'N');
    entry(tiff, 2, 5, 3, 200);
    entry(tiff, 3, 2, 2, 'E');
    entry(tiff, 4, 5, 3, 230);
    tiff.putInt(0);
    tiff.position(200);
    for (int number : new int[] {52, 1, 13, 1, 4692, 100}) tiff.putInt(number);
    tiff.position(230);
    for (int number : new int[] {21, 1, 0, 1, 4392, 100}) tiff.putInt(number);
    tiff.position(300);
    tiff.putShort((short) 3);
    entry(tiff, 0x0103, 3, 1, 6);
    entry(tiff, 0x0201, 4, 1, 400);
    entry(tiff, 0x0202, 4, 1, thumbnail.length);
    tiff.putInt(0);
    tiff.position(400);
    tiff.put(thumbnail);
    var head = "Exif\0\0".getBytes(StandardCharsets.ISO_8859_1);
    var all = Arrays.copyOf(head, head.length + tiff.position());
    System.arraycopy(tiff.array(), 0, all, head.length, tiff.position());
    return all;
  }

  private static void entry(ByteBuffer tiff, int tag, int type, int count, int value) {
    tiff.putShort((short) tag).putShort((short) type).putInt(count).putInt(value);
  }

  /** The header of a PNG of this size, with next to nothing behind it. */
  public static byte[] hugePng(int width, int height) {
    var png = encoded(picture(8, 8), "png");
    var bytes = ByteBuffer.wrap(png);
    bytes.putInt(16, width).putInt(20, height);
    var sum = new java.util.zip.CRC32();
    sum.update(png, 12, 17);
    bytes.putInt(29, (int) sum.getValue());
    return png;
  }

  /** The header of a JPEG of this size. */
  public static byte[] hugeJpeg(int width, int height) {
    var jpeg = encoded(picture(8, 8), "jpg");
    for (int i = 2; i < jpeg.length - 9; i++) {
      if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
        ByteBuffer.wrap(jpeg).putShort(i + 5, (short) height).putShort(i + 7, (short) width);
        return jpeg;
      }
    }
    throw new IllegalStateException("a JPEG without a frame");
  }

  /** The header of an extended WebP of this size. */
  public static byte[] hugeWebp(int width, int height) {
    var webp = ByteBuffer.allocate(30).order(ByteOrder.LITTLE_ENDIAN);
    webp.put("RIFF".getBytes(StandardCharsets.ISO_8859_1)).putInt(22);
    webp.put("WEBPVP8X".getBytes(StandardCharsets.ISO_8859_1)).putInt(10).putInt(0);
    for (int side : new int[] {width - 1, height - 1}) {
      webp.put((byte) side).put((byte) (side >> 8)).put((byte) (side >> 16));
    }
    return webp.array();
  }
}
