package dev.trestle.platform.web;

import dev.trestle.http.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Refuses a call: a status, a code for programs and a sentence for people. */
public final class ApiError extends RuntimeException {
  /** What is wrong with one field of the input. */
  public record FieldError(String field, String message) {}

  private final int status;
  private final String code;
  private final List<FieldError> fieldErrors;
  private final List<Field> headers;

  private ApiError(
      int status, String code, String message, List<FieldError> fieldErrors, List<Field> headers) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.fieldErrors = List.copyOf(fieldErrors);
    this.headers = List.copyOf(headers);
  }

  public static ApiError of(int status, String code, String message) {
    return new ApiError(status, code, message, List.of(), List.of());
  }

  /** 400, with the field that is wrong. */
  public static ApiError invalid(String field, String message) {
    return invalid(List.of(new FieldError(field, message)));
  }

  public static ApiError invalid(List<FieldError> fields) {
    return new ApiError(400, "VALIDATION_ERROR", "The request is not valid.", fields, List.of());
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

  /** 429, with when to come again, in the header and in the sentence. */
  public static ApiError tooOften(Duration retryAfter) {
    // Rounded up: who comes back after that many seconds is never early.
    long seconds = Math.max(1, Math.ceilDiv(retryAfter.toNanos(), 1_000_000_000L));
    long minutes = Math.ceilDiv(seconds, 60);
    var wait = seconds < 90 ? counted(seconds, "second") : counted(minutes, "minute");
    return of(429, "RATE_LIMITED", "Too many requests. Try again in " + wait + ".")
        .with("Retry-After", Long.toString(seconds));
  }

  private static String counted(long count, String unit) {
    return count + " " + unit + (count == 1 ? "" : "s");
  }

  /** The same, with one more header in its answer. */
  public ApiError with(String header, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Field(header, value));
    return new ApiError(status, code, message(), fieldErrors, more);
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

  public List<Field> headers() {
    return headers;
  }
}
