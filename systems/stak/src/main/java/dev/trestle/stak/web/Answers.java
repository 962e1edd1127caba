package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How Stak's answers look: {@code success} stands first in each of them. */
public final class Answers {
  private static final int TAG_LENGTH = 32;

  /** A refusal: the project's error shape, and that it is no success. */
  public static final ErrorShape ERRORS =
      (error, requestId) -> {
        var shape = new LinkedHashMap<String, Object>();
        shape.put("success", false);
        if (ErrorShape.PLAIN.of(error, requestId) instanceof Map<?, ?> plain) {
          plain.forEach((name, value) -> shape.put(String.valueOf(name), value));
        }
        return shape;
      };

  private Answers() {}

  static Map<String, Object> success() {
    var answer = new LinkedHashMap<String, Object>();
    answer.put("success", true);
    return answer;
  }

  static Map<String, Object> data(Object data) {
    var answer = success();
    answer.put("data", data);
    return answer;
  }

  static Reply ok() {
    return Reply.ok(success());
  }

  static Reply ok(Object data) {
    return Reply.ok(data(data));
  }

  /** With a tag by which a caller that asks again learns that nothing has changed. */
  static Reply tagged(Call call, Object answer) {
    var bytes = Json.write(answer);
    var tag = "\"" + hash(bytes) + "\"";
    var known = call.header("if-none-match").orElse("");
    boolean isKnown =
        known.equals("*")
            || Arrays.stream(known.split(",", -1))
                .map(String::strip)
                .map(text -> text.startsWith("W/") ? text.substring(2) : text)
                .anyMatch(tag::equals);
    var reply =
        isKnown
            ? new Reply(304, List.of(), new Reply.Nothing())
            : Reply.bytes(200, "application/json", bytes);
    return reply.with("ETag", tag).with("Cache-Control", "private, no-cache");
  }

  private static String hash(byte[] bytes) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, TAG_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
