package dev.trestle.platform.idempotency;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.trestle.http.Header;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.idempotency.StoredCall.StoredHeader;
import dev.trestle.platform.idempotency.StoredCall.StoredReply;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Failures;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Runs a call once, however often it is sent with the same {@code Idempotency-Key} within 24 hours.
 *
 * <p>A run claims the key, and stores the reply when it is done. A refused call releases the key. A
 * failed call can be repeated at once; if the process dies, the call can be repeated when the lease
 * on the key ends. What the earlier run wrote is still there, so an endpoint that creates something
 * derives its id from {@link Attempt#key} and {@link Attempt#firstUsed}, which are the same in
 * every run.
 *
 * <p>Not for calls that return secrets: replies are stored as they are.
 */
public final class Idempotency {
  private static final System.Logger LOG = System.getLogger(Idempotency.class.getName());

  /** Longer than any call takes. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final String REPLAY = "X-Idempotent-Replay";

  /**
   * One run of a call, noted on the call for its endpoint.
   *
   * @param key the same for the same caller, route and key
   * @param firstUsed when the key was first used
   * @param isRepeated an earlier run ended without a reply
   */
  public record Attempt(String key, Instant firstUsed, boolean isRepeated) {}

  private final Store store;
  private final String system;
  private final Function<Call, String> caller;
  private final InstantSource clock;

  /**
   * Guards the calls of one system.
   *
   * @param store of {@link IdempotencyModel#MODEL}
   * @param system tells this system's keys from those of others
   * @param caller whose key it is: a user, a tenant
   */
  public Idempotency(
      Store store, String system, Function<Call, String> caller, InstantSource clock) {
    this.store = store;
    this.system = system;
    this.caller = caller;
    this.clock = clock;
  }

  /** Runs the endpoint once per key. A call without a key runs each time. */
  public Endpoint around(Endpoint endpoint) {
    return call -> {
      var key = call.header("idempotency-key");
      if (key.isEmpty()) return endpoint.handle(call);
      if (!KEY.matcher(key.get()).matches()) {
        throw ApiError.invalid("Idempotency-Key", "Use 1 to 255 visible ASCII characters.");
      }
      var id = Sha256.hexOfAll(system, caller.apply(call), call.method(), call.route(), key.get());
      return switch (claim(id, call)) {
        case Written.Done<StoredCall>(var claimed) ->
            run(endpoint, call, attempt(claimed.orElseThrow(), false));
        case Written.Refused<StoredCall>(var current) ->
            resume(current, call)
                .map(resumed -> run(endpoint, call, attempt(resumed, true)))
                .orElseGet(() -> repeated(current, fingerprint(call)));
      };
    };
  }

  private static Attempt attempt(StoredCall claimed, boolean isRepeated) {
    return new Attempt(claimed.id(), claimed.firstUsed(), isRepeated);
  }

  private Written<StoredCall> claim(String id, Call call) {
    var now = clock.instant();
    var until = now.plus(StoredCall.KEPT);
    var claimed =
        new StoredCall(
            id,
            fingerprint(call),
            call.requestId(),
            now.plus(LEASE).toEpochMilli(),
            until.toEpochMilli(),
            Optional.empty(),
            until);
    return store.run(
        IdempotencyModel.CLAIM, new IdempotencyModel.Claim(claimed, now.toEpochMilli()));
  }

  /** Takes over the same call if it has no reply and its run's lease has ended. */
  private Optional<StoredCall> resume(Optional<StoredCall> current, Call call) {
    var now = clock.instant();
    return current
        .filter(left -> left.reply().isEmpty() && left.heldMillis() <= now.toEpochMilli())
        .filter(left -> left.request().equals(fingerprint(call)))
        .flatMap(left -> {
          var held = now.plus(LEASE).toEpochMilli();
          var resumption =
              new IdempotencyModel.Resumption(left.id(), call.requestId(), left.run(), held);
          return store.run(IdempotencyModel.RESUME, resumption).done();
        });
  }

  private Reply run(Endpoint endpoint, Call call, Attempt attempt) {
    call.note(attempt);
    Reply reply;
    try {
      reply = endpoint.handle(call);
    } catch (RuntimeException failed) {
      letGo(call, attempt, Failures.isRefusal(failed));
      throw failed;
    }
    stored(reply)
        .ifPresentOrElse(
            kept -> complete(attempt.key(), call, kept), () -> letGo(call, attempt, false));
    return reply;
  }

  /** The call has done its work, so it is answered even if the reply cannot be stored. */
  private void complete(String id, Call call, StoredReply reply) {
    try {
      var until = clock.instant().plus(StoredCall.KEPT).toEpochMilli();
      store.run(
          IdempotencyModel.COMPLETE,
          new IdempotencyModel.Completion(id, call.requestId(), reply, until));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not store the reply of " + call.requestId());
    }
  }

  /**
   * Ends a run without a reply. A refused call did nothing, so its key is free for another call. A
   * failed one may have done something, so its key stays reserved for the same call. If this write
   * fails too, the lease ends by itself.
   */
  private void letGo(Call call, Attempt attempt, boolean isRefused) {
    try {
      if (isRefused && !attempt.isRepeated()) {
        store.run(
            IdempotencyModel.RELEASE,
            new IdempotencyModel.Release(attempt.key(), call.requestId()));
      } else {
        var now = clock.instant().toEpochMilli();
        store.run(
            IdempotencyModel.PAUSE,
            new IdempotencyModel.Pause(attempt.key(), call.requestId(), now));
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "could not release the key of " + call.requestId());
    }
  }

  private static Reply repeated(Optional<StoredCall> current, String request) {
    if (current.isPresent() && !current.get().request().equals(request)) {
      throw ApiError.of(
          409, "IDEMPOTENCY_KEY_REUSED", "This key was already used for another call.");
    }
    var reply = current.flatMap(StoredCall::reply);
    if (reply.isEmpty()) {
      throw ApiError.conflict("This call is still running.").with("Retry-After", "1");
    }
    if (!reply.get().isWhole()) {
      throw ApiError.conflict("This call was done; its response was too long to be stored.")
          .with(REPLAY, "true");
    }
    return replayed(reply.get());
  }

  private static Reply replayed(StoredReply stored) {
    var reply =
        stored.type().isEmpty()
            ? new Reply(stored.status(), List.of(), new Reply.Nothing())
            : Reply.bytes(stored.status(), stored.type(), stored.body());
    for (var header : stored.headers()) reply = reply.with(header.name(), header.value());
    return reply.with(REPLAY, "true");
  }

  /** The reply as it is stored; empty for server errors and for streams. */
  private static Optional<StoredReply> stored(Reply reply) {
    if (reply.status() >= 500) return Optional.empty();
    return switch (reply.content()) {
      case Reply.Nothing _ -> Optional.of(stored(reply, "", new byte[0]));
      case Reply.JsonValue(var value) ->
          Optional.of(stored(reply, "application/json", Json.write(value)));
      case Reply.Bytes(var type, var bytes) -> Optional.of(stored(reply, type, bytes));
      case Reply.Ongoing _ -> Optional.empty();
    };
  }

  private static StoredReply stored(Reply reply, String type, byte[] body) {
    boolean isWhole = body.length <= IdempotencyModel.BODY_BYTES_MAX;
    var headers = new ArrayList<StoredHeader>();
    for (var field : reply.headers()) {
      if (isRepeatable(field)) headers.add(new StoredHeader(field.name(), field.value()));
    }
    return new StoredReply(reply.status(), type, isWhole ? body : new byte[0], headers, isWhole);
  }

  /** Cookies belong to the first caller, and rate limits are those of now. */
  private static boolean isRepeatable(Header field) {
    var name = field.name().toLowerCase(Locale.ROOT);
    return !name.equals("set-cookie") && !name.startsWith("x-ratelimit-");
  }

  private static String fingerprint(Call call) {
    var request = call.request();
    var body =
        new String(request.bodyArray(), request.bodyStart(), request.bodyLength(), ISO_8859_1);
    return Sha256.hexOfAll(request.target(), body);
  }
}
