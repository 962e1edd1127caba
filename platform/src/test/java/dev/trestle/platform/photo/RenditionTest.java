package dev.trestle.platform.photo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.drew.imaging.ImageMetadataReader;
import com.drew.metadata.exif.ExifDirectoryBase;
import com.drew.metadata.exif.GpsDirectory;
import com.drew.metadata.xmp.XmpDirectory;
import dev.trestle.testing.CameraFile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RenditionTest {
  private static final int RED = 0;
  private static final int GREEN = 1;
  private static final int BLUE = 2;

  private static BufferedImage decoded(byte[] jpeg) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(jpeg));
  }

  private static byte[] rendition(byte[] file, PhotoSize size) {
    return requireNonNull(rendered(file).jpegs().get(size));
  }

  private static Rendering.Rendered rendered(byte[] file) {
    assertThat(Rendition.of(file)).isInstanceOf(Rendering.Rendered.class);
    return (Rendering.Rendered) Rendition.of(file);
  }

  private static int colour(BufferedImage image, double x, double y) {
    int rgb = image.getRGB((int) (x * (image.getWidth() - 1)), (int) (y * (image.getHeight() - 1)));
    int red = rgb >> 16 & 0xff;
    int green = rgb >> 8 & 0xff;
    int blue = rgb & 0xff;
    if (red > green && red > blue) return RED;
    return green > blue ? GREEN : BLUE;
  }

  @Test
  void a_photo_taken_sideways_is_upright_and_has_nothing_but_pixels_left() throws Exception {
    var original = CameraFile.jpeg(3000, 2000, 6);
    assertThat(metadata(original)).contains("gps", "exif", "xmp", "thumbnail");
    var rendered = rendered(original);
    assertThat(rendered.height()).isEqualTo(PhotoSize.LARGE.pixels());
    assertThat(rendered.width()).isLessThan(rendered.height());
    for (var size : PhotoSize.values()) {
      var bytes = requireNonNull(rendered.jpegs().get(size));
      var image = decoded(bytes);
      assertThat(image.getHeight()).isEqualTo(size.pixels());
      assertThat(image.getWidth()).isLessThan(image.getHeight());
      // Rotated by 90 degrees: the top left corner is now the top right one.
      assertThat(colour(image, 0.9, 0.1)).isEqualTo(RED);
      assertThat(colour(image, 0.9, 0.9)).isEqualTo(GREEN);
      assertThat(colour(image, 0.1, 0.1)).isEqualTo(BLUE);
      assertThat(metadata(bytes)).isEmpty();
      var text = new String(bytes, StandardCharsets.ISO_8859_1);
      assertThat(text).doesNotContain("Exif", "adobe", "GPS", "xmp");
    }
  }

  /** What another program finds in a file. */
  private static String metadata(byte[] file) throws Exception {
    var metadata = ImageMetadataReader.readMetadata(new ByteArrayInputStream(file));
    var found = new StringBuilder();
    for (var directory : metadata.getDirectories()) {
      if (directory instanceof GpsDirectory) found.append("gps ");
      if (directory instanceof ExifDirectoryBase) found.append("exif ");
      if (directory instanceof XmpDirectory) found.append("xmp ");
      if (directory.getName().contains("Thumbnail")) found.append("thumbnail ");
    }
    return found.toString();
  }

  /** Where the red quarter ends up, and whether width and height are swapped. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.1, 0.1, false",
    "2, 0.9, 0.1, false",
    "3, 0.9, 0.9, false",
    "4, 0.1, 0.9, false",
    "5, 0.1, 0.1, true",
    "6, 0.9, 0.1, true",
    "7, 0.9, 0.9, true",
    "8, 0.1, 0.9, true"
  })
  void all_eight_orientations_are_turned_upright(
      int orientation, double x, double y, boolean isSideways) throws IOException {
    var image = decoded(rendition(CameraFile.jpeg(600, 400, orientation), PhotoSize.LARGE));
    assertThat(image.getWidth()).isEqualTo(isSideways ? 400 : 600);
    assertThat(colour(image, x, y)).isEqualTo(RED);
  }

  @Test
  void a_small_picture_is_not_blown_up() throws IOException {
    var small = CameraFile.encoded(CameraFile.picture(50, 40), "png");
    assertThat(decoded(rendition(small, PhotoSize.LARGE)).getWidth()).isEqualTo(50);
  }

  @Test
  void transparency_becomes_white() throws IOException {
    var image = new BufferedImage(40, 40, BufferedImage.TYPE_INT_ARGB);
    var rendition = decoded(rendition(CameraFile.encoded(image, "png"), PhotoSize.THUMB));
    assertThat(rendition.getRGB(20, 20) & 0xffffff).isGreaterThan(0xf0f0f0);
  }

  @Test
  void webp_is_read() {
    var webp =
        Base64.getDecoder().decode("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
    assertThat(rendition(webp, PhotoSize.THUMB)).isNotEmpty();
  }

  static Stream<byte[]> bombs() {
    return Stream.of(
        CameraFile.hugePng(50_000, 50_000),
        CameraFile.hugePng(Integer.MAX_VALUE, 1),
        CameraFile.hugePng(8_000, 8_000),
        CameraFile.hugeJpeg(65_000, 65_000),
        CameraFile.hugeWebp(16_000, 16_000));
  }

  /** Their files are a few hundred bytes long. */
  @ParameterizedTest
  @MethodSource("bombs")
  void more_than_forty_megapixels_are_refused_before_they_are_decoded(byte[] file) {
    assertThat(Rendition.of(file)).isEqualTo(new Rendering.TooLarge());
  }

  static Stream<byte[]> impostors() {
    var jpeg = CameraFile.encoded(CameraFile.picture(400, 400), "jpg");
    var noise = new byte[5_000];
    new Random(5).nextBytes(noise);
    var dressedUp = noise.clone();
    System.arraycopy(jpeg, 0, dressedUp, 0, 3);
    return Stream.of(
        new byte[0],
        new byte[] {(byte) 0xff},
        "<html><script>alert(1)</script>".getBytes(StandardCharsets.UTF_8),
        "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8),
        "GIF89a\1\0\1\0".getBytes(StandardCharsets.ISO_8859_1),
        "%PDF-1.7".getBytes(StandardCharsets.UTF_8),
        noise,
        dressedUp,
        Arrays.copyOf(jpeg, 20),
        "RIFF____WEBPVP8 ".getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @MethodSource("impostors")
  void what_is_not_an_image_is_refused(byte[] file) {
    assertThat(Rendition.of(file)).isEqualTo(new Rendering.NotAnImage());
  }

  /** Cut and corrupted files give a picture or a refusal, never anything else. */
  @Test
  void broken_files_never_break_the_reader() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var jpeg = CameraFile.jpeg(300, 200, 6);
    var png = CameraFile.encoded(CameraFile.picture(300, 200), "png");
    for (int i = 0; i < 200; i++) {
      var file = (random.nextBoolean() ? jpeg : png).clone();
      for (int j = 0; j < 5; j++) file[random.nextInt(file.length)] = (byte) random.nextInt();
      var cut = Arrays.copyOf(file, random.nextInt(4, file.length));
      assertThat(Rendition.of(cut))
          .as("seed %d", seed)
          .isInstanceOfAny(
              Rendering.Rendered.class, Rendering.NotAnImage.class, Rendering.TooLarge.class);
    }
  }
}
