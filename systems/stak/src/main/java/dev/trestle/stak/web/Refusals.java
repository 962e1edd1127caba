package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.ApiError.FieldError;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.stak.Refusal;

/** Turns what Stak refuses into the API's errors. */
final class Refusals {
  private Refusals() {}

  static Endpoint around(Endpoint endpoint) {
    return endpoint.refusing(Refusal.class, Refusals::error);
  }

  static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.NotAuthorized _ ->
          ApiError.unauthorized("A valid key or token of this tenant is needed.");
      case Refusal.TenantSuspended _ ->
          ApiError.of(
              403,
              "TENANT_SUSPENDED",
              "This tenant is suspended. Ask the operator of this server to resume it.");
      case Refusal.NotFound missing -> ApiError.notFound(notFound(missing.resource()));
      case Refusal.Invalid invalid ->
          ApiError.invalid(
              invalid.fields().stream()
                  .map(each -> new FieldError(each.field(), each.reason()))
                  .toList());
      case Refusal.LimitReached reached ->
          ApiError.of(409, "LIMIT_REACHED", limitReached(reached.limited()));
      case Refusal.InboxBusy _ ->
          ApiError.of(503, "SERVICE_UNAVAILABLE", "This inbox is busy. Please try again.")
              .with("Retry-After", "1");
      case Refusal.InboxFull _ -> ApiError.of(409, "LIMIT_REACHED", "This inbox is full.");
      case Refusal.ChangedMeanwhile _ ->
          ApiError.conflict("Somebody else has changed this. Reload it and try again.");
      case Refusal.TenantExists _ -> ApiError.conflict("There is already a tenant with this name.");
      case Refusal.TooManyStreams _ ->
          ApiError.of(429, "RATE_LIMITED", "Too many live streams are open.");
    };
  }

  private static String notFound(Refusal.Resource resource) {
    return switch (resource) {
      case TENANT -> "There is no such tenant.";
      case INBOX -> "There is no such inbox.";
      case MESSAGE -> "There is no such message.";
      case API_KEY -> "There is no such key.";
      case DEAD_LETTER -> "There is no such dead letter.";
      case USER -> "There is no such user in this inbox.";
      case ERASURE -> "There is no such erasure.";
      case TEMPLATE -> "There is no such template.";
      case TOPIC -> "There is no such topic.";
      case WEBHOOK_EVENT -> "There is no such event. Events are kept for a week.";
    };
  }

  private static String limitReached(Refusal.Limited limited) {
    return switch (limited) {
      case MARKS -> "Everything was marked read too often, each time up to an earlier time.";
      case SNOOZED_MESSAGES -> "Too many messages are snoozed.";
      case SUBSCRIBERS -> "This topic has the most subscribers that a topic can have.";
    };
  }
}
