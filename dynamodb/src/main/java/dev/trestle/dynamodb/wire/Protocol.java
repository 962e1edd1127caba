package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.trestle.dynamodb.RequestFaults;
import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.Operation;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.storage.StorageException;
import dev.trestle.item.InvalidValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;

/**
 * DynamoDB's JSON protocol 1.0: the target of a request and its body to the status and body of the
 * answer. Whatever comes in, what goes out is an answer. Safe for any number of threads.
 */
public final class Protocol {
  private static final System.Logger LOG = System.getLogger(Protocol.class.getName());

  /** Names are not interned: they are the clients' to choose, and to be forgotten. */
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private static final int OK = 200;

  private final Engine engine;
  private final Map<String, Route<?>> routes;

  public Protocol(Engine engine) {
    this.engine = engine;
    var all = new HashMap<String, Route<?>>();
    TableRoutes.ALL.forEach((name, route) -> all.put("DynamoDB_20120810." + name, route));
    ItemRoutes.ALL.forEach((name, route) -> all.put("DynamoDB_20120810." + name, route));
    GroupRoutes.ALL.forEach((name, route) -> all.put("DynamoDB_20120810." + name, route));
    StatementRoutes.ALL.forEach((name, route) -> all.put("DynamoDB_20120810." + name, route));
    StreamRoutes.ALL.forEach((name, route) -> all.put("DynamoDBStreams_20120810." + name, route));
    this.routes = Map.copyOf(all);
  }

  /** Whether there is such an operation. */
  boolean knows(String target) {
    return routes.containsKey(target) || target.equals(Endpoints.TARGET);
  }

  /** Answers a request to this machine. */
  public Answer handle(String target, byte[] body) {
    return handle(target, "localhost", body);
  }

  /**
   * Answers a request.
   *
   * @param target the header X-Amz-Target, empty where there is none
   * @param host the header Host: the name by which the client reaches this server
   */
  public Answer handle(String target, String host, byte[] body) {
    return handle(target, host, body, 0, body.length);
  }

  /** Answers a request whose body is a part of an array. */
  public Answer handle(String target, String host, byte[] body, int start, int length) {
    var route = target.equals(Endpoints.TARGET) ? Endpoints.at(host) : routes.get(target);
    try {
      if (route == null) return unknown(body, start, length);
      return run(route, body, start, length);
    } catch (MalformedRequest fault) {
      return WireErrors.malformed(fault.getMessage());
    } catch (InvalidValueException fault) {
      return WireErrors.of(new Refusal.ValidationException(fault.getMessage()));
    } catch (Refusal refusal) {
      return WireErrors.of(refusal);
    } catch (StorageException failure) {
      LOG.log(Level.ERROR, target, failure);
      return WireErrors.of(new Refusal.InternalServerError(failure));
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, target, bug);
      return WireErrors.internal();
    }
  }

  /** DynamoDB looks whether a body is JSON before it looks whom it is for. */
  private static Answer unknown(byte[] body, int start, int length) {
    if (length == 0) return WireErrors.unknownOperation();
    return read(Protocol::skip, body, start, length);
  }

  private static Answer skip(JsonParser in) throws IOException {
    in.skipChildren();
    return WireErrors.unknownOperation();
  }

  private <R> Answer run(Route<R> route, byte[] body, int start, int length) {
    var result = engine.run(operation(route.request(), body, start, length));
    try {
      var bytes = new AnswerBytes();
      try (var out = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
        out.writeStartObject();
        route.answer().write(out, result);
        out.writeEndObject();
      }
      return new Answer(OK, bytes.all());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <R> Operation<R> operation(
      Reader<? extends Operation<R>> request, byte[] body, int start, int length) {
    try {
      return read(request, body, start, length);
    } catch (InvalidValueException fault) {
      RequestFaults.constraintsFirst(() -> read(request, body, start, length));
      throw fault;
    }
  }

  private static <T> T read(Reader<T> reader, byte[] body, int start, int length) {
    if (!Utf8.isStrict(body, start, length)) throw new MalformedRequest("");
    try (var in = JSON.createParser(body, start, length)) {
      if (in.nextToken() == null) throw new MalformedRequest("");
      var value = readWhole(reader, in);
      if (in.nextToken() != null) throw new MalformedRequest("");
      return value;
    } catch (JacksonException e) {
      throw new MalformedRequest("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A body that is no JSON is that first of all, whatever else is wrong with its beginning. */
  private static <T> T readWhole(Reader<T> reader, JsonParser in) throws IOException {
    try {
      return reader.read(in);
    } catch (MalformedRequest | InvalidValueException | Refusal fault) {
      while (in.nextToken() != null) {}
      throw fault;
    }
  }

  static JsonFactory json() {
    return JSON;
  }
}
