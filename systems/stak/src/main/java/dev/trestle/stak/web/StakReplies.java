package dev.trestle.stak.web;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The form of Stak's replies: {@code success} comes first in each of them. */
public final class StakReplies {
  private static final int TAG_LENGTH = 32;

  /** The project's error shape with {@code "success": false} before it. */
  public static final ErrorShape ERRORS =
      (error, requestId) -> {
        var shape = new LinkedHashMap<String, Object>();
        shape.put("success", false);
        if (ErrorShape.PLAIN.of(error, requestId) instanceof Map<?, ?> plain) {
          plain.forEach((name, value) -> shape.put(String.valueOf(name), value));
        }
        return shape;
      };

  /** A reply without data. */
  record Done(boolean success) {
    Done() {
      this(true);
    }
  }

  record Data(boolean success, Object data) {
    Data(Object data) {
      this(true, data);
    }
  }

  private StakReplies() {}

  static Reply ok() {
    return Reply.ok(new Done());
  }

  static Reply ok(Object data) {
    return Reply.ok(new Data(data));
  }

  static Reply created(Object data) {
    return Reply.created(new Data(data));
  }

  /** With an ETag, so that a caller who asks again learns that nothing has changed. */
  static Reply tagged(Call call, Object view) {
    var bytes = Json.write(view);
    var tag = "\"" + Sha256.hex(bytes).substring(0, TAG_LENGTH) + "\"";
    var reply =
        call.hasVersion(tag)
            ? new Reply(304, List.of(), new Reply.Nothing())
            : Reply.bytes(200, "application/json", bytes);
    return reply.with("ETag", tag).with("Cache-Control", "private, no-cache");
  }
}
