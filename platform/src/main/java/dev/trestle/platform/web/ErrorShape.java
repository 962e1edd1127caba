package dev.trestle.platform.web;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a refusal looks in JSON. */
@FunctionalInterface
public interface ErrorShape {
  Object of(ApiError error, String requestId);

  /** {@code {"error":{"code","message","details":{"field_errors"},"request_id"}}}. */
  ErrorShape PLAIN =
      (error, requestId) -> {
        var details =
            error.fieldErrors().isEmpty() ? Map.of() : Map.of("field_errors", error.fieldErrors());
        var body = new LinkedHashMap<String, Object>();
        body.put("code", error.code());
        body.put("message", error.message());
        body.put("details", details);
        body.put("request_id", requestId);
        return Map.of("error", body);
      };
}
