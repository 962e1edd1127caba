package dev.trestle.platform.idempotency;

import dev.trestle.http.Field;
import dev.trestle.platform.idempotency.Remembered.Kept;
import dev.trestle.platform.idempotency.Remembered.Line;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Does a call once however often it is sent with the same {@code Idempotency-Key}, for 24 hours.
 *
 * <p>The key is taken before the call is run and holds its answer afterwards. Refusals are not
 * kept: they let go of the key. After a failure the same call may be run again at once; if the
 * process dies in between, when the key's lease is over. What the earlier run did by then is there,
 * so the endpoint is told by an {@link Attempt} what to go by: what it makes under {@link
 * Attempt#key} and {@link Attempt#begun} it makes once.
 *
 * <p>Not for calls whose answers are secrets: answers are stored as they are.
 */
public final class Idempotency {
  private static final System.Logger LOG = System.getLogger(Idempotency.class.getName());

  /** Longer than any call takes. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final String REPLAY = "X-Idempotent-Replay";

  /**
   * What an endpoint may go by, noted on its call.
   *
   * @param key one and the same for the same caller, route and key
   * @param begun when the key was first used; the same in each run of the call
   * @param isRepeated there was a run before that did not come to an answer
   */
  public record Attempt(String key, Instant begun, boolean isRepeated) {}

  private final Store store;
  private final String system;
  private final Function<Call, String> caller;
  private final InstantSource clock;

  /**
   * Makes one.
   *
   * @param store of {@link Remembered#MODEL}
   * @param system tells the keys of one system from those of another
   * @param caller whose key it is: a user, a tenant
   */
  public Idempotency(
      Store store, String system, Function<Call, String> caller, InstantSource clock) {
    this.store = store;
    this.system = system;
    this.caller = caller;
    this.clock = clock;
  }

  /** The endpoint, done once for each key; a call without a key is simply done. */
  public Endpoint around(Endpoint endpoint) {
    return call -> {
      var key = call.header("idempotency-key");
      if (key.isEmpty()) return endpoint.answer(call);
      if (!KEY.matcher(key.get()).matches()) {
        throw ApiError.invalid("Idempotency-Key", "1 to 255 visible ASCII characters.");
      }
      var id = hash(system, caller.apply(call), call.method(), call.route(), key.get());
      return switch (claim(id, call)) {
        case Written.Done<Remembered>(var taken) ->
            run(endpoint, call, attempt(taken.orElseThrow(), false));
        case Written.Refused<Remembered>(var current) ->
            resumed(current, call)
                .map(left -> run(endpoint, call, attempt(left, true)))
                .orElseGet(() -> repeated(current, fingerprint(call)));
      };
    };
  }

  private static Attempt attempt(Remembered taken, boolean isRepeated) {
    return new Attempt(taken.id(), taken.begun(), isRepeated);
  }

  private Written<Remembered> claim(String id, Call call) {
    var now = clock.instant();
    var until = now.plus(Remembered.KEPT);
    var item =
        new Remembered(
            id,
            fingerprint(call),
            call.requestId(),
            now.plus(LEASE).toEpochMilli(),
            until.toEpochMilli(),
            Optional.empty(),
            until);
    return store.run(Remembered.CLAIM, new Remembered.Claim(item, now.toEpochMilli()));
  }

  /** The same call without an answer that nobody does any more: this run goes on with it. */
  private Optional<Remembered> resumed(Optional<Remembered> current, Call call) {
    var now = clock.instant();
    return current
        .filter(left -> left.answer().isEmpty() && left.heldMillis() <= now.toEpochMilli())
        .filter(left -> left.request().equals(fingerprint(call)))
        .flatMap(left -> {
          var held = now.plus(LEASE).toEpochMilli();
          var resumption = new Remembered.Resumption(left.id(), call.requestId(), left.run(), held);
          return store.run(Remembered.RESUME, resumption).done();
        });
  }

  private Reply run(Endpoint endpoint, Call call, Attempt attempt) {
    call.note(attempt);
    Reply reply;
    try {
      reply = endpoint.answer(call);
    } catch (RuntimeException failed) {
      letGo(call, attempt, failed instanceof ApiError refusal && refusal.status() < 500);
      throw failed;
    }
    var kept = kept(reply);
    if (kept.isEmpty()) {
      letGo(call, attempt, false);
    } else {
      settle(attempt.key(), call, kept.get());
    }
    return reply;
  }

  /** What it did is done: that its answer cannot be kept must not take the answer from it. */
  private void settle(String id, Call call, Kept kept) {
    try {
      var until = clock.instant().plus(Remembered.KEPT).toEpochMilli();
      store.run(Remembered.SETTLE, new Remembered.Settling(id, call.requestId(), kept, until));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the answer of " + call.requestId() + " was not kept");
    }
  }

  /**
   * A call that was refused has done nothing, and its key is free for any other. One that failed
   * may have done something: its key stays with it. If this fails too, the lease ends by itself.
   */
  private void letGo(Call call, Attempt attempt, boolean isRefused) {
    try {
      if (isRefused && !attempt.isRepeated()) {
        store.run(Remembered.RELEASE, new Remembered.Release(attempt.key(), call.requestId()));
      } else {
        var now = clock.instant().toEpochMilli();
        store.run(Remembered.PAUSE, new Remembered.Pause(attempt.key(), call.requestId(), now));
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the key of " + call.requestId() + " was not let go");
    }
  }

  private static Reply repeated(Optional<Remembered> current, String request) {
    if (current.isPresent() && !current.get().request().equals(request)) {
      throw ApiError.of(
          409, "IDEMPOTENCY_KEY_REUSED", "This key was used for another call already.");
    }
    var answer = current.flatMap(Remembered::answer);
    if (answer.isEmpty()) {
      throw ApiError.conflict("This call is being done right now.").with("Retry-After", "1");
    }
    if (!answer.get().isWhole()) {
      throw ApiError.conflict("This was done; its answer was too long to be kept.")
          .with(REPLAY, "true");
    }
    return replayed(answer.get());
  }

  private static Reply replayed(Kept kept) {
    var reply =
        kept.type().isEmpty()
            ? new Reply(kept.status(), List.of(), new Reply.Nothing())
            : Reply.bytes(kept.status(), kept.type(), kept.body());
    for (var line : kept.headers()) reply = reply.with(line.name(), line.value());
    return reply.with(REPLAY, "true");
  }

  /** The reply as it is kept; nothing if it is a failure, or something that goes on. */
  private static Optional<Kept> kept(Reply reply) {
    if (reply.status() >= 500) return Optional.empty();
    return switch (reply.content()) {
      case Reply.Nothing _ -> Optional.of(kept(reply, "", new byte[0]));
      case Reply.JsonValue(var value) ->
          Optional.of(kept(reply, "application/json", Json.write(value)));
      case Reply.Bytes(var type, var bytes) -> Optional.of(kept(reply, type, bytes));
      case Reply.Ongoing _ -> Optional.empty();
    };
  }

  private static Kept kept(Reply reply, String type, byte[] body) {
    boolean isWhole = body.length <= Remembered.BODY_BYTES_MAX;
    var headers = new ArrayList<Line>();
    for (var field : reply.headers()) {
      if (isOfTheCall(field)) headers.add(new Line(field.name(), field.value()));
    }
    return new Kept(reply.status(), type, isWhole ? body : new byte[0], headers, isWhole);
  }

  /** A cookie is for whoever called then; limits are told as they are now. */
  private static boolean isOfTheCall(Field field) {
    var name = field.name().toLowerCase(Locale.ROOT);
    return !name.equals("set-cookie") && !name.startsWith("x-ratelimit-");
  }

  /** What was asked for: the path with what stands in its places, the query and the body. */
  private static String fingerprint(Call call) {
    var request = call.request();
    return hash(
        request.target(),
        new String(
            request.bodyArray(),
            request.bodyStart(),
            request.bodyLength(),
            StandardCharsets.ISO_8859_1));
  }

  /** Each part with its length before it, so that no two lists of parts have one hash. */
  private static String hash(String... parts) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var part : parts) {
        var bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
