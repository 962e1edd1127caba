package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The request and the answer that make a connection a WebSocket. */
final class Handshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final String VERSION = "13";
  private static final int KEY_BYTES = 16;

  private Handshake() {}

  /** What is to be said back to a request that asks for a WebSocket; empty if it does not. */
  static Optional<String> accept(Head head) {
    boolean isAsked =
        head.method().equals("GET")
            && head.isVersion11()
            && hasToken(head, "upgrade", "websocket")
            && hasToken(head, "connection", "upgrade")
            && head.value("sec-websocket-version").equals(Optional.of(VERSION));
    if (!isAsked) return Optional.empty();
    return head.value("sec-websocket-key").filter(Handshake::isKey).map(Handshake::accept);
  }

  /** The answer to a request that should have asked for a WebSocket, but did not. */
  static Response refusal(Upgrade upgrade) {
    var fields =
        List.of(new Field("Upgrade", "websocket"), new Field("Sec-WebSocket-Version", VERSION));
    var answer = new Response(426, fields, new byte[0]);
    return (Response) answer.withFields(upgrade.fields());
  }

  private static boolean isKey(String key) {
    try {
      return Base64.getDecoder().decode(key).length == KEY_BYTES;
    } catch (IllegalArgumentException _) {
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

  private static boolean hasToken(Head head, String name, String token) {
    for (int field = head.find(name, 0); field >= 0; field = head.find(name, field + 1)) {
      for (var option : head.value(field).split(",", -1)) {
        if (option.strip().equalsIgnoreCase(token)) return true;
      }
    }
    return false;
  }
}
