package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Optional;

/** The request and response that turn a connection into a WebSocket. */
final class WebSocketHandshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final String VERSION = "13";
  private static final int KEY_BYTES = 16;

  private WebSocketHandshake() {}

  /** The value of Sec-WebSocket-Accept; empty if the request does not ask for a WebSocket. */
  static Optional<String> accept(RequestHead head) {
    boolean isUpgrade =
        head.method().equals("GET")
            && head.isVersion11()
            && head.hasToken("upgrade", "websocket")
            && head.hasToken("connection", "upgrade")
            && head.header("sec-websocket-version").equals(Optional.of(VERSION));
    if (!isUpgrade) return Optional.empty();
    return head.header("sec-websocket-key")
        .filter(WebSocketHandshake::isKey)
        .map(WebSocketHandshake::accept);
  }

  /** The response to a request that should have asked for a WebSocket. */
  static FullResponse upgradeRequired(WebSocketUpgrade upgrade) {
    var headers = new ArrayList<>(upgrade.headers());
    headers.add(new Header("Upgrade", "websocket"));
    headers.add(new Header("Sec-WebSocket-Version", VERSION));
    return new FullResponse(426, headers, new byte[0]);
  }

  private static boolean isKey(String key) {
    try {
      return Base64.getDecoder().decode(key).length == KEY_BYTES;
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  private static String accept(String key) {
    try {
      var digest = MessageDigest.getInstance("SHA-1");
      var hash = digest.digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
