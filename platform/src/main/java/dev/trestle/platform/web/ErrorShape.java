package dev.trestle.platform.web;

import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON of an error. */
@FunctionalInterface
public interface ErrorShape {
  Object of(ApiError error, String requestId);

  /** {@code {"error":{"code","message","details":{"field_errors"},"request_id"}}}. */
  ErrorShape PLAIN =
      (error, requestId) -> {
        var details = new LinkedHashMap<String, Object>(error.details());
        if (!error.fieldErrors().isEmpty()) details.put("field_errors", error.fieldErrors());
        var body = new LinkedHashMap<String, Object>();
        body.put("code", error.code());
        body.put("message", error.message());
        body.put("details", details);
        body.put("request_id", requestId);
        return Map.of("error", body);
      };
}
