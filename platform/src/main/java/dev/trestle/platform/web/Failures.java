package dev.trestle.platform.web;

import dev.trestle.model.key.RefusedValueException;
import dev.trestle.store.InvalidCursorException;
import dev.trestle.store.UnprocessedItemsException;
import java.lang.System.Logger.Level;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Turns exceptions of endpoints into errors, and logs them. */
public final class Failures {
  private static final System.Logger LOG = System.getLogger(Site.class.getName());
  private static final int CAUSES_MAX = 8;

  private Failures() {}

  /** Whether the endpoint refused the call, rather than failed at it. */
  public static boolean isRefusal(RuntimeException failure) {
    return switch (failure) {
      case ApiError error -> error.status() < 500;
      case InvalidCursorException _, RefusedValueException _ -> true;
      default -> false;
    };
  }

  static ApiError refusal(RuntimeException failure, String requestId) {
    return switch (failure) {
      case ApiError refused -> refused;
      case InvalidCursorException _ ->
          ApiError.invalid("cursor", "This cursor does not belong to this list.");
      case RefusedValueException refused ->
          ApiError.invalid(refused.part(), "This is not of the expected form.");
      case UnprocessedItemsException _ -> unavailable();
      case SdkClientException _ -> unavailable();
      case AwsServiceException e when e.isThrottlingException() || e.statusCode() >= 500 ->
          unavailable();
      default -> {
        LOG.log(Level.ERROR, "request " + requestId + " failed: " + trace(failure));
        yield ApiError.of(500, "INTERNAL_ERROR", "Something went wrong on our side.");
      }
    };
  }

  private static ApiError unavailable() {
    return ApiError.of(503, "SERVICE_UNAVAILABLE", "Please try again in a moment.")
        .with("Retry-After", "1");
  }

  /**
   * The place of the failure without the exceptions' messages, which may repeat secrets from the
   * request.
   */
  private static String trace(Throwable failure) {
    var text = new StringBuilder();
    Throwable at = failure;
    for (int i = 0; i < CAUSES_MAX && at != null; i++, at = at.getCause()) {
      if (i > 0) text.append("\ncaused by ");
      text.append(at.getClass().getName());
      for (var frame : at.getStackTrace()) text.append("\n\tat ").append(frame);
    }
    return text.toString();
  }
}
