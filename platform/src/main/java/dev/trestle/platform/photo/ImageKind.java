package dev.trestle.platform.photo;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The accepted formats, detected by their first bytes and not by the declared type. */
enum ImageKind {
  JPEG("jpeg"),
  PNG("png"),
  WEBP("webp");

  private final String format;

  ImageKind(String format) {
    this.format = format;
  }

  /** The name by which ImageIO finds readers. */
  String format() {
    return format;
  }

  static Optional<ImageKind> of(byte[] bytes) {
    if (starts(bytes, 0, "\u00ff\u00d8\u00ff")) return Optional.of(JPEG);
    if (starts(bytes, 0, "\u0089PNG\r\n\u001a\n")) return Optional.of(PNG);
    if (starts(bytes, 0, "RIFF") && starts(bytes, 8, "WEBP")) return Optional.of(WEBP);
    return Optional.empty();
  }

  static boolean starts(byte[] bytes, int at, String text) {
    var wanted = text.getBytes(StandardCharsets.ISO_8859_1);
    if (at < 0 || at + wanted.length > bytes.length) return false;
    for (int i = 0; i < wanted.length; i++) if (bytes[at + i] != wanted[i]) return false;
    return true;
  }
}
