package dev.trestle.platform.web;

import dev.trestle.http.Header;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Refuses a call with a status, a code for programs and a sentence for people. */
public final class ApiError extends RuntimeException {
  /** An error in one field of the request. */
  public record FieldError(String field, String message) {}

  private final int status;
  private final String code;
  private final List<FieldError> fieldErrors;
  private final Map<String, Object> details;
  private final List<Header> headers;

  private ApiError(
      int status,
      String code,
      String message,
      List<FieldError> fieldErrors,
      Map<String, Object> details,
      List<Header> headers) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.fieldErrors = List.copyOf(fieldErrors);
    this.details = Map.copyOf(details);
    this.headers = List.copyOf(headers);
  }

  public static ApiError of(int status, String code, String message) {
    return new ApiError(status, code, message, List.of(), Map.of(), List.of());
  }

  /** 400 for one invalid field. */
  public static ApiError invalid(String field, String message) {
    return invalid(List.of(new FieldError(field, message)));
  }

  public static ApiError invalid(List<FieldError> fields) {
    return new ApiError(
        400, "VALIDATION_ERROR", "The request is not valid.", fields, Map.of(), List.of());
  }

  public static ApiError unauthorized(String message) {
    return of(401, "UNAUTHORIZED", message);
  }

  public static ApiError forbidden(String message) {
    return of(403, "FORBIDDEN", message);
  }

  public static ApiError notFound(String message) {
    return of(404, "NOT_FOUND", message);
  }

  public static ApiError conflict(String message) {
    return of(409, "CONFLICT", message);
  }

  /** 429 with the time to wait, in the header and in the sentence. */
  public static ApiError tooOften(Duration retryAfter) {
    // Rounded up, so that a client that waits this long is never early.
    long seconds = Math.max(1, Math.ceilDiv(retryAfter.toNanos(), 1_000_000_000L));
    long minutes = Math.ceilDiv(seconds, 60);
    var wait = seconds < 90 ? counted(seconds, "second") : counted(minutes, "minute");
    return of(429, "RATE_LIMITED", "Too many requests. Try again in " + wait + ".")
        .with("Retry-After", Long.toString(seconds));
  }

  private static String counted(long count, String unit) {
    return count + " " + unit + (count == 1 ? "" : "s");
  }

  /** The same error with one more header. */
  public ApiError with(String header, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Header(header, value));
    return new ApiError(status, code, message(), fieldErrors, details, more);
  }

  /** The same, with one more fact for programs, such as the least bid that would be accepted. */
  public ApiError withDetail(String name, Object value) {
    var more = new HashMap<>(details);
    more.put(name, value);
    return new ApiError(status, code, message(), fieldErrors, more, headers);
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  /** The sentence for people. */
  public String message() {
    return String.valueOf(getMessage());
  }

  public List<FieldError> fieldErrors() {
    return fieldErrors;
  }

  /** Facts for programs beside the errors of fields. */
  public Map<String, Object> details() {
    return details;
  }

  public List<Header> headers() {
    return headers;
  }
}
