package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
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
  private static final JsonFactory JSON = new JsonFactory();
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
    var route = target.equals(Endpoints.TARGET) ? Endpoints.at(host) : routes.get(target);
    if (route == null) return WireErrors.unknownOperation();
    try {
      return run(route, body);
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

  private <R> Answer run(Route<R> route, byte[] body) {
    var result = engine.run(operation(route.request(), body));
    try {
      var bytes = new ByteArrayBuilder();
      try (var out = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
        out.writeStartObject();
        route.answer().write(out, result);
        out.writeEndObject();
      }
      return new Answer(OK, bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <R> Operation<R> operation(Reader<? extends Operation<R>> request, byte[] body) {
    try {
      return read(request, body);
    } catch (InvalidValueException fault) {
      RequestFaults.constraintsFirst(() -> read(request, body));
      throw fault;
    }
  }

  private static <R> Operation<R> read(Reader<? extends Operation<R>> request, byte[] body) {
    try (var in = JSON.createParser(body)) {
      in.nextToken();
      var operation = request.read(in);
      if (in.nextToken() != null) throw new MalformedRequest("");
      return operation;
    } catch (JacksonException e) {
      throw new MalformedRequest("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonFactory json() {
    return JSON;
  }
}
