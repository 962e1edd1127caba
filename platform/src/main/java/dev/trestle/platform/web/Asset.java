package dev.trestle.platform.web;

import dev.trestle.platform.crypto.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * A file ready to be sent: its type, its tag, its bytes plain and gzipped, and the hashes of its
 * inline scripts if it is a page.
 */
record Asset(
    String type, String tag, byte[] plain, Optional<byte[]> gzipped, List<String> inlineScripts) {
  private static final int GZIP_FROM_BYTES = 512;
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"));

  /** Files of unknown types are not served. */
  static Optional<String> type(String name) {
    int dot = name.lastIndexOf('.');
    return Optional.ofNullable(TYPES.get(name.substring(dot + 1)));
  }

  static Asset of(String type, byte[] bytes) {
    var hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(bytes));
    return new Asset(type, hash.substring(0, 22), bytes, gzipped(type, bytes), List.of());
  }

  static Asset page(String html) {
    var bytes = html.getBytes(StandardCharsets.UTF_8);
    var asset = of("text/html; charset=utf-8", bytes);
    return new Asset(asset.type, asset.tag, bytes, asset.gzipped, InlineScripts.hashes(html));
  }

  boolean isPage() {
    return type.startsWith("text/html");
  }

  /** The reply, gzipped if the client accepts it, or 304 if it has the file. */
  Reply reply(Call call, String cacheControl) {
    boolean zip = gzipped.isPresent() && takesGzip(call);
    var itsTag = "\"" + tag + (zip ? "-gz" : "") + "\"";
    var reply =
        call.hasVersion(itsTag)
            ? new Reply(304, List.of(), new Reply.Nothing())
            : Reply.bytes(200, type, zip ? gzipped.get() : plain);
    reply = reply.with("ETag", itsTag).with("Cache-Control", cacheControl);
    if (gzipped.isPresent()) reply = reply.with("Vary", "Accept-Encoding");
    return zip && reply.status() == 200 ? reply.with("Content-Encoding", "gzip") : reply;
  }

  private static boolean takesGzip(Call call) {
    for (var coding : call.header("accept-encoding").orElse("").split(",", -1)) {
      int parameters = coding.indexOf(';');
      var name = parameters < 0 ? coding : coding.substring(0, parameters);
      if (!name.strip().equalsIgnoreCase("gzip")) continue;
      return parameters < 0 || !coding.substring(parameters).matches(";\\s*q=0(\\.0*)?\\s*");
    }
    return false;
  }

  private static Optional<byte[]> gzipped(String type, byte[] bytes) {
    boolean isPacked = type.equals("image/png") || type.equals("font/woff2");
    if (isPacked || bytes.length < GZIP_FROM_BYTES) return Optional.empty();
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.size() < bytes.length ? Optional.of(out.toByteArray()) : Optional.empty();
  }

  /** The import map is the only inline script that a page may have. */
  private static final class InlineScripts {
    private static final Pattern IMPORT_MAP =
        Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    static List<String> hashes(String html) {
      var hashes = new ArrayList<String>();
      var scripts = IMPORT_MAP.matcher(html);
      while (scripts.find()) {
        var text = scripts.group(1).getBytes(StandardCharsets.UTF_8);
        hashes.add(Base64.getEncoder().encodeToString(Sha256.of(text)));
      }
      return hashes;
    }
  }
}
