package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.wire.signature.SignatureRefusal;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Everything that goes wrong, as the answer that DynamoDB would give to it. */
final class WireErrors {
  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";
  private static final String VALIDATION = "com.amazon.coral.validate#";
  private static final String CORAL = "com.amazon.coral.service#";
  private static final int CLIENT = 400;
  private static final int SERVER = 500;

  /** Members beside the type and the message. */
  private interface More {
    void write(JsonGenerator out) throws IOException;
  }

  private static final More NOTHING = _ -> {};

  private WireErrors() {}

  static Answer of(Refusal refusal) {
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
      case Refusal.ResourceInUseException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.LimitExceededException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TransactionConflictException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ItemCollectionSizeLimitExceededException e ->
          error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ProvisionedThroughputExceededException e ->
          error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.TrimmedDataAccessException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
      case Refusal.ExpiredIteratorException e -> error(CLIENT, SERVICE, e, "message", NOTHING);
    };
  }

  static Answer unknownOperation() {
    return error(CLIENT, CORAL + "UnknownOperationException", "", "message", NOTHING);
  }

  /** A request that nobody who may has signed. */
  static Answer of(SignatureRefusal refusal) {
    return error(CLIENT, CORAL + refusal.code(), refusal.getMessage(), "message", NOTHING);
  }

  static Answer malformed(String message) {
    return error(CLIENT, CORAL + "SerializationException", message, "Message", NOTHING);
  }

  /** A request that a web page somewhere else made in a browser here. */
  static Answer foreignHost() {
    return error(
        403,
        CORAL + "AccessDeniedException",
        "The Host header names another machine; this endpoint answers to localhost only",
        "Message",
        NOTHING);
  }

  /** The names of faults below the protocol are those that AWS lists for all its services. */
  static Answer malformedHttp() {
    return error(CLIENT, CORAL + "MalformedHttpRequestException", "", "Message", NOTHING);
  }

  static Answer tooLarge() {
    return error(413, CORAL + "RequestEntityTooLargeException", "", "Message", NOTHING);
  }

  static Answer aborted() {
    return error(CLIENT, CORAL + "RequestAbortedException", "", "Message", NOTHING);
  }

  static Answer timeout() {
    return error(408, CORAL + "RequestTimeoutException", "", "Message", NOTHING);
  }

  static Answer internal() {
    return error(
        SERVER, SERVICE + "InternalServerError", "Internal server error", "message", NOTHING);
  }

  private static Answer error(
      int status, String space, Refusal refusal, String messageName, More more) {
    return error(status, space + refusal.code(), refusal.getMessage(), messageName, more);
  }

  private static Answer error(
      int status, String type, String message, String messageName, More more) {
    var bytes = new AnswerBytes();
    try (var out = Protocol.json().createGenerator(bytes, JsonEncoding.UTF8)) {
      out.writeStartObject();
      out.writeStringField("__type", type);
      if (!message.isEmpty()) out.writeStringField(messageName, message);
      more.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answer(status, bytes.all());
  }

  private static void item(JsonGenerator out, Optional<dev.trestle.item.Item> item)
      throws IOException {
    if (item.isPresent()) JsonItems.write(out, "Item", item.get());
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
