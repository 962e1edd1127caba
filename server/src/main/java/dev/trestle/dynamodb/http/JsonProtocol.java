package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.trestle.dynamodb.RequestErrors;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.ResponseBytes;
import dev.trestle.dynamodb.json.SerializationException;
import dev.trestle.engine.Engine;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * DynamoDB's JSON protocol 1.0: turns the target and the body of a request into the status and the
 * body of a response. Every input has a response. Thread-safe.
 */
final class JsonProtocol {
  private static final System.Logger LOG = System.getLogger(JsonProtocol.class.getName());

  private static final int USUAL_NAME_CHARACTERS = 1000;

  /** Field names are not interned: clients choose them, and interned strings live long. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(USUAL_NAME_CHARACTERS).build())
          .build();

  /**
   * Reads requests with longer names than are usual. It caches no names, because a client could
   * fill the memory with them.
   */
  private static final JsonFactory JSON_OF_LONG_NAMES =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(Limits.REQUEST_BYTES).build())
          .build();

  private static final int OK = 200;

  private final Engine engine;
  private final Map<String, JsonOperation<?>> operations;

  public JsonProtocol(Engine engine) {
    this.engine = engine;
    var all = new HashMap<String, JsonOperation<?>>();
    TableOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    BackupOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    TransferOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    ItemOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    MultiItemOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    StatementOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDB_20120810." + name, operation));
    StreamOperations.ALL.forEach(
        (name, operation) -> all.put("DynamoDBStreams_20120810." + name, operation));
    this.operations = Map.copyOf(all);
  }

  /**
   * Finds an operation.
   *
   * @param target the header X-Amz-Target; empty if there is none
   * @param host the header Host: the name by which the client reaches this server
   */
  Optional<JsonOperation<?>> find(String target, String host) {
    if (target.equals(DescribeEndpoints.TARGET)) return Optional.of(DescribeEndpoints.at(host));
    return Optional.ofNullable(operations.get(target));
  }

  /** Handles a request to this machine. */
  public JsonResponse handle(String target, byte[] body) {
    return handle(target, find(target, "localhost"), body, 0, body.length);
  }

  /** Handles a request whose operation was found for its target; its body is part of an array. */
  JsonResponse handle(
      String target, Optional<JsonOperation<?>> operation, byte[] body, int start, int length) {
    try {
      if (operation.isEmpty()) return unknown(body, start, length);
      return run(operation.get(), body, start, length);
    } catch (SerializationException malformed) {
      return ErrorResponses.malformed(malformed.getMessage());
    } catch (InvalidValueException invalid) {
      return ErrorResponses.of(new Refusal.ValidationException(invalid.getMessage()));
    } catch (Refusal refusal) {
      return ErrorResponses.of(refusal);
    } catch (StorageException failure) {
      LOG.log(Level.ERROR, target, failure);
      return ErrorResponses.of(new Refusal.InternalServerError(failure));
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, target, bug);
      return ErrorResponses.internal();
    }
  }

  /** DynamoDB checks that a body is JSON before it checks the operation. */
  private static JsonResponse unknown(byte[] body, int start, int length) {
    if (length == 0) return ErrorResponses.unknownOperation();
    return read(JsonProtocol::skip, body, start, length);
  }

  private static JsonResponse skip(JsonParser in) throws IOException {
    in.skipChildren();
    return ErrorResponses.unknownOperation();
  }

  private <R> JsonResponse run(JsonOperation<R> operation, byte[] body, int start, int length) {
    var result = engine.run(operation(operation.request(), body, start, length));
    if (!operation.hasBody()) return new JsonResponse(OK, new byte[0]);
    try {
      var bytes = new ResponseBytes();
      try (var out = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
        out.writeStartObject();
        operation.result().write(out, result);
        out.writeEndObject();
      }
      return new JsonResponse(OK, bytes.all());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <R> Operation<R> operation(
      JsonReader<? extends Operation<R>> request, byte[] body, int start, int length) {
    try {
      return read(request, body, start, length);
    } catch (InvalidValueException invalid) {
      RequestErrors.constraintsFirst(() -> read(request, body, start, length));
      throw invalid;
    }
  }

  private static <T> T read(JsonReader<T> reader, byte[] body, int start, int length) {
    if (!StrictUtf8.isStrict(body, start, length)) throw new SerializationException("");
    try {
      return read(JSON, reader, body, start, length);
    } catch (StreamConstraintsException longName) {
      return readLongNames(reader, body, start, length);
    } catch (JacksonException e) {
      throw new SerializationException("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T readLongNames(JsonReader<T> reader, byte[] body, int start, int length) {
    try {
      return read(JSON_OF_LONG_NAMES, reader, body, start, length);
    } catch (JacksonException e) {
      throw new SerializationException("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T read(
      JsonFactory json, JsonReader<T> reader, byte[] body, int start, int length)
      throws IOException {
    try (var in = json.createParser(body, start, length)) {
      if (in.nextToken() == null) throw new SerializationException("");
      var value = readWhole(reader, in);
      if (in.nextToken() != null) throw new SerializationException("");
      return value;
    }
  }

  /** A body that is not JSON is reported as such, even if another error comes before. */
  private static <T> T readWhole(JsonReader<T> reader, JsonParser in) throws IOException {
    try {
      return reader.read(in);
    } catch (SerializationException | InvalidValueException | Refusal error) {
      while (in.nextToken() != null) {}
      throw error;
    }
  }

  static JsonFactory json() {
    return JSON;
  }
}
