package dev.trestle.dynamodb.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/** The compressions of bodies that DynamoDB supports. */
enum ContentCoding {
  GZIP("gzip") {
    @Override
    InputStream reader(InputStream in) throws IOException {
      return new GZIPInputStream(in, CHUNK_BYTES);
    }

    @Override
    DeflaterOutputStream writer(ByteArrayOutputStream out) throws IOException {
      return new GZIPOutputStream(out, CHUNK_BYTES);
    }
  },
  DEFLATE("deflate") {
    @Override
    InputStream reader(InputStream in) {
      return new InflaterInputStream(in);
    }

    @Override
    DeflaterOutputStream writer(ByteArrayOutputStream out) {
      return new DeflaterOutputStream(out);
    }
  };

  private static final int CHUNK_BYTES = 8 * 1024;

  private final String token;

  ContentCoding(String token) {
    this.token = token;
  }

  /** The name in headers. */
  String token() {
    return token;
  }

  abstract InputStream reader(InputStream in) throws IOException;

  abstract DeflaterOutputStream writer(ByteArrayOutputStream out) throws IOException;

  static Optional<ContentCoding> named(String token) {
    return Arrays.stream(values()).filter(c -> c.token.equalsIgnoreCase(token)).findFirst();
  }

  /** The body is not compressed as its header says, or is too long. */
  static final class Undecodable extends Exception {
    private final boolean isTooLong;

    Undecodable(boolean isTooLong) {
      super("", null, false, false);
      this.isTooLong = isTooLong;
    }

    boolean isTooLong() {
      return isTooLong;
    }
  }

  /** Decompresses up to a length, since a few bytes can expand to very many. */
  byte[] decode(byte[] bytes, int start, int length, int lengthMax) throws Undecodable {
    try (var in = reader(new ByteArrayInputStream(bytes, start, length))) {
      var decoded = in.readNBytes(lengthMax + 1);
      if (decoded.length > lengthMax) throw new Undecodable(true);
      return decoded;
    } catch (IOException malformed) {
      throw new Undecodable(false);
    }
  }

  byte[] encode(byte[] bytes) {
    var encoded = new ByteArrayOutputStream(bytes.length / 4);
    try (var out = writer(encoded)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return encoded.toByteArray();
  }

  /**
   * Chooses the coding for an Accept-Encoding header as DynamoDB was seen to: the highest quality,
   * the first among equals; a star stands for codings that are not named, gzip before deflate;
   * "identity" is ignored.
   */
  static Optional<ContentCoding> accepted(String header) {
    if (header.equals("gzip")) return Optional.of(GZIP);
    Optional<ContentCoding> best = Optional.empty();
    double bestQuality = 0;
    double star = 0;
    var named = new boolean[values().length];
    for (var part : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      int semicolon = part.indexOf(';');
      var token = (semicolon < 0 ? part : part.substring(0, semicolon)).strip();
      double quality = semicolon < 0 ? 1 : quality(part.substring(semicolon + 1));
      if (token.equals("*")) star = quality;
      var coding = named(token);
      if (coding.isEmpty()) continue;
      named[coding.get() == GZIP ? 0 : 1] = true;
      if (quality > bestQuality) {
        best = coding;
        bestQuality = quality;
      }
    }
    if (star > bestQuality) {
      if (!named[0]) return Optional.of(GZIP);
      if (!named[1]) return Optional.of(DEFLATE);
    }
    return best;
  }

  /** The quality; 1 if it is missing or malformed, as in DynamoDB. */
  private static double quality(String parameters) {
    int end = parameters.indexOf(';');
    var first = end < 0 ? parameters : parameters.substring(0, end);
    int equals = first.indexOf('=');
    if (equals < 0 || !first.substring(0, equals).strip().equals("q")) return 1;
    try {
      return Math.clamp(Double.parseDouble(first.substring(equals + 1).strip()), 0, 1);
    } catch (NumberFormatException malformed) {
      return 1;
    }
  }
}
