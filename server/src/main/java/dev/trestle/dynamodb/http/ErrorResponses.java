package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.http.signature.SignatureRefusal;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.ResponseBytes;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.ThrottlingReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Turns refusals and failures into DynamoDB's error responses. */
final class ErrorResponses {
  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";
  private static final String VALIDATION = "com.amazon.coral.validate#";
  private static final String CORAL = "com.amazon.coral.service#";
  private static final int CLIENT = 400;
  private static final int SERVER = 500;

  /** Writes members besides the type and the message. */
  private interface More {
    void write(JsonGenerator out) throws IOException;
  }

  private static final More NOTHING = unused -> {};

  private ErrorResponses() {}

  static JsonResponse of(Refusal refusal) {
    return switch (refusal) {
      case Refusal.ValidationException e -> error(CLIENT, VALIDATION, e, "message", NOTHING);
      case Refusal.ConditionalCheckFailedException e ->
          error(CLIENT, SERVICE, e, "message", out -> item(out, e.item()));
      case Refusal.DuplicateItemException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TransactionCanceledException e ->
          error(CLIENT, SERVICE, e, "Message", out -> reasons(out, e.reasons()));
      case Refusal.TransactionInProgressException e ->
          error(CLIENT, SERVICE, e, "Message", NOTHING);
      case Refusal.IdempotentParameterMismatchException e ->
          error(CLIENT, SERVICE, e, "Message", NOTHING);
      case Refusal.InternalServerError e -> error(SERVER, SERVICE, e, "message", NOTHING);
      case Refusal.ResourceNotFoundException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.AccessDeniedException e ->
          error(CLIENT, CORAL + "AccessDeniedException", e.getMessage(), "Message", NOTHING);
      case Refusal.TableNotFoundException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TableAlreadyExistsException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TableInUseException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ContinuousBackupsUnavailableException e ->
          error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.PointInTimeRecoveryUnavailableException e ->
          error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.InvalidRestoreTimeException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.BackupNotFoundException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.BackupInUseException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ExportConflictException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ExportNotFoundException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ImportConflictException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ImportNotFoundException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.InvalidExportTimeException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ResourceInUseException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.LimitExceededException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TransactionConflictException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ItemCollectionSizeLimitExceededException e ->
          error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ThrottlingException e ->
          error(
              CLIENT,
              SERVICE,
              e,
              "message",
              out -> throttles(out, "throttlingReasons", e.reasons()));
      case Refusal.Throttled e ->
          error(
              CLIENT,
              SERVICE,
              e,
              "message",
              out -> throttles(out, "ThrottlingReasons", e.reasons()));
      case Refusal.TrimmedDataAccessException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ExpiredIteratorException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
    };
  }

  static JsonResponse unknownOperation() {
    return error(CLIENT, CORAL + "UnknownOperationException", "", "message", NOTHING);
  }

  /** The request has no valid signature. */
  static JsonResponse of(SignatureRefusal refusal) {
    return error(CLIENT, CORAL + refusal.code(), refusal.getMessage(), "message", NOTHING);
  }

  static JsonResponse malformed(String message) {
    return error(CLIENT, CORAL + "SerializationException", message, "Message", NOTHING);
  }

  /** A web page of another site made the request through a browser (DNS rebinding). */
  static JsonResponse foreignHost() {
    return error(
        403,
        CORAL + "AccessDeniedException",
        "The Host header names another machine; this endpoint serves localhost only",
        "Message",
        NOTHING);
  }

  /** Errors below the protocol have the names that AWS lists for all its services. */
  static JsonResponse malformedHttp() {
    return error(CLIENT, CORAL + "MalformedHttpRequestException", "", "Message", NOTHING);
  }

  static JsonResponse tooLarge() {
    return error(413, CORAL + "RequestEntityTooLargeException", "", "Message", NOTHING);
  }

  static JsonResponse aborted() {
    return error(CLIENT, CORAL + "RequestAbortedException", "", "Message", NOTHING);
  }

  static JsonResponse timeout() {
    return error(408, CORAL + "RequestTimeoutException", "", "Message", NOTHING);
  }

  static JsonResponse busy() {
    return error(
        503,
        CORAL + "ServiceUnavailableException",
        "Too many connections are open, or too many from this address",
        "Message",
        NOTHING);
  }

  static JsonResponse internal() {
    return error(
        SERVER, SERVICE + "InternalServerError", "Internal server error", "message", NOTHING);
  }

  private static JsonResponse error(
      int status, String space, Refusal refusal, String messageName, More more) {
    return error(status, space + refusal.code(), refusal.getMessage(), messageName, more);
  }

  private static JsonResponse error(
      int status, String type, String message, String messageName, More more) {
    var bytes = new ResponseBytes();
    try (var out = JsonProtocol.json().createGenerator(bytes, JsonEncoding.UTF8)) {
      out.writeStartObject();
      out.writeStringField("__type", type);
      if (!message.isEmpty()) out.writeStringField(messageName, message);
      more.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JsonResponse(status, bytes.all());
  }

  private static void item(JsonGenerator out, Optional<dev.trestle.item.Item> item)
      throws IOException {
    if (item.isPresent()) JsonItems.write(out, "Item", item.get());
  }

  private static void throttles(JsonGenerator out, String name, List<ThrottlingReason> reasons)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (var each : reasons) {
      out.writeStartObject();
      out.writeStringField("reason", each.reason());
      out.writeStringField("resource", each.resource());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void reasons(JsonGenerator out, List<CancellationReason> reasons)
      throws IOException {
    out.writeArrayFieldStart("CancellationReasons");
    for (var reason : reasons) {
      out.writeStartObject();
      out.writeStringField("Code", reason.code());
      if (reason.message().isPresent()) out.writeStringField("Message", reason.message().get());
      item(out, reason.item());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
