package dev.trestle.app.demo;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/** A drawn picture of an item: a simple shape on a floor, in front of a wall. */
final class ItemDrawing {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;
  private static final int FLOOR = 360;

  private record Palette(int wall, int floor, int main, int second) {}

  private static final List<Palette> PALETTES =
      List.of(
          new Palette(0xE9E4DA, 0xC9B79C, 0x2F6F73, 0xE0A458),
          new Palette(0xDDE6ED, 0xA9B8C4, 0xB5523B, 0xF2C57C),
          new Palette(0xE8EDE0, 0xB7C4A1, 0x54476B, 0xE7B7A0),
          new Palette(0xF3E3DC, 0xD1A68C, 0x2C5D8F, 0xF1E3B0),
          new Palette(0xE4E0EC, 0xB3A8C4, 0x3F7D4E, 0xF0C0C0),
          new Palette(0xF1ECD6, 0xCDBE87, 0x8C3B4A, 0x9CC3C0),
          new Palette(0xDCEBE7, 0x9FC0B6, 0xC66B2B, 0x3B4A59));

  private final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
  private final Graphics2D graphics = image.createGraphics();
  private final Palette palette;

  private ItemDrawing(SplittableRandom random) {
    palette = PALETTES.get(random.nextInt(PALETTES.size()));
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setPaint(
        new GradientPaint(0, 0, color(palette.wall).brighter(), 0, FLOOR, color(palette.wall)));
    graphics.fillRect(0, 0, WIDTH, HEIGHT);
    graphics.setPaint(
        new GradientPaint(
            0, FLOOR, color(palette.floor), 0, HEIGHT, color(palette.floor).darker()));
    graphics.fillRect(0, FLOOR, WIDTH, HEIGHT - FLOOR);
    // Light from a window, somewhere else in each picture.
    int window = random.nextInt(-60, 260);
    graphics.setColor(new Color(255, 255, 255, 70));
    graphics.fill(path(window, 0, window + 150, 0, window + 330, FLOOR, window + 180, FLOOR));
  }

  /** A picture of this shape as a JPEG; the same seed makes the same picture. */
  static byte[] jpeg(ItemShape shape, long seed) {
    var drawing = new ItemDrawing(new SplittableRandom(seed));
    try {
      drawing.shadow();
      shape.draw(drawing);
      var bytes = new ByteArrayOutputStream();
      if (!ImageIO.write(drawing.image, "jpg", bytes)) {
        throw new IllegalStateException("there is no writer of JPEGs");
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      drawing.graphics.dispose();
    }
  }

  private void shadow() {
    graphics.setColor(new Color(0, 0, 0, 38));
    graphics.fill(new Ellipse2D.Double(150, 392, 340, 46));
  }

  private static Color color(int rgb) {
    return new Color(rgb);
  }

  /** In the main colour from here on. */
  ItemDrawing main() {
    graphics.setColor(color(palette.main));
    return this;
  }

  ItemDrawing mainDark() {
    graphics.setColor(color(palette.main).darker());
    return this;
  }

  ItemDrawing second() {
    graphics.setColor(color(palette.second));
    return this;
  }

  ItemDrawing secondDark() {
    graphics.setColor(color(palette.second).darker());
    return this;
  }

  ItemDrawing white() {
    graphics.setColor(new Color(0xFAFAF5));
    return this;
  }

  ItemDrawing dark() {
    graphics.setColor(new Color(0x33353B));
    return this;
  }

  ItemDrawing grey() {
    graphics.setColor(new Color(0xA7ABB3));
    return this;
  }

  ItemDrawing box(double x, double y, double width, double height) {
    return box(x, y, width, height, 10);
  }

  ItemDrawing box(double x, double y, double width, double height, double arc) {
    graphics.fill(new RoundRectangle2D.Double(x, y, width, height, arc, arc));
    return this;
  }

  ItemDrawing disc(double x, double y, double radius) {
    return oval(x, y, radius, radius);
  }

  ItemDrawing oval(double x, double y, double across, double up) {
    graphics.fill(new Ellipse2D.Double(x - across, y - up, 2 * across, 2 * up));
    return this;
  }

  ItemDrawing ring(double x, double y, double radius, float width) {
    graphics.setStroke(new BasicStroke(width));
    graphics.draw(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    return this;
  }

  /** A line through these points, x and y by turns. */
  ItemDrawing line(float width, double... points) {
    graphics.setStroke(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    var path = new Path2D.Double();
    path.moveTo(points[0], points[1]);
    for (int i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
    graphics.draw(path);
    return this;
  }

  /** A surface with these corners, x and y by turns. */
  ItemDrawing area(double... points) {
    graphics.fill(path(points));
    return this;
  }

  private static Shape path(double... points) {
    var path = new Path2D.Double();
    path.moveTo(points[0], points[1]);
    for (int i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
    path.closePath();
    return path;
  }
}
