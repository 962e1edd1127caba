package dev.trestle.platform.push;

import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.outbound.PinnedCall;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Sends messages to browsers through their push services. What it sends is encrypted for the
 * browser; the push service sees the address, the size in steps of a kilobyte, and the topic.
 */
public final class WebPush implements AutoCloseable {
  /** A longer pause than this is not waited for. */
  private static final Duration PAUSE_MAX = Duration.ofHours(1);

  private static final int PADDING_STEP = 1024;
  private static final int SECONDS_LENGTH_MAX = 9;

  private final PushOptions options;
  private final InstantSource clock;
  private final VapidKey key;
  private final PinnedCall call;
  private final SecureRandom random = new SecureRandom();

  /** Sends with the server's key, which is created on first use. */
  public WebPush(Secrets secrets, InstantSource clock, PushOptions options) {
    this.options = options;
    this.clock = clock;
    this.key = VapidKey.in(secrets);
    this.call = new PinnedCall(options.timeout());
  }

  /** The key that browsers subscribe with, in Base64 for URLs. */
  public String publicKey() {
    return key.publicKey();
  }

  public PushOptions options() {
    return options;
  }

  /**
   * Why nothing can be sent to this endpoint; none if it can.
   *
   * @param owner whose subscription it is: a tenant or a user
   */
  public Optional<String> problem(String owner, PushSubscription subscription) {
    return options.addresses().problem(owner, subscription.endpoint());
  }

  /**
   * Hands a message to the push service, once.
   *
   * @param owner whose subscription it is: a tenant or a user
   */
  public PushOutcome send(String owner, PushSubscription to, PushMessage message) {
    return switch (options.addresses().check(owner, to.endpoint())) {
      // A name may resolve again later.
      case AddressPolicy.Verdict.Refused _ ->
          new PushOutcome.Deferred("address not allowed", Duration.ZERO);
      case AddressPolicy.Verdict.Allowed allowed -> send(allowed, to, message);
    };
  }

  private PushOutcome send(
      AddressPolicy.Verdict.Allowed target, PushSubscription to, PushMessage message) {
    var headers = new LinkedHashMap<String, String>();
    headers.put(
        "Authorization", key.authorization(target.url(), options.contact(), clock.instant()));
    headers.put("Content-Type", "application/octet-stream");
    headers.put("Content-Encoding", "aes128gcm");
    headers.put("TTL", Long.toString(message.keptFor().toSeconds()));
    headers.put("Urgency", message.urgency().name());
    headers.put("Topic", message.topic());
    try {
      return outcome(call.post(target, headers, encrypt(to, message.content())));
    } catch (IOException e) {
      var reason = "no response: " + e.getClass().getSimpleName();
      return new PushOutcome.Deferred(reason, Duration.ZERO);
    }
  }

  private byte[] encrypt(PushSubscription to, byte[] content) {
    var salt = new byte[PushEncryption.SALT_BYTES];
    random.nextBytes(salt);
    int steps = (content.length + PADDING_STEP - 1) / PADDING_STEP;
    return PushEncryption.encrypt(to, content, steps * PADDING_STEP, P256.newPair(), salt);
  }

  private PushOutcome outcome(PinnedCall.Response response) {
    int status = response.status();
    var reason = "status " + status;
    return switch (status) {
      case 404, 410 -> new PushOutcome.Gone();
      case 408, 429 -> new PushOutcome.Deferred(reason, pause(response));
      default -> {
        if (status / 100 == 2) yield new PushOutcome.Accepted();
        if (status / 100 == 5) yield new PushOutcome.Deferred(reason, pause(response));
        yield new PushOutcome.Refused(reason);
      }
    };
  }

  /** Seconds or a date (RFC 9110). */
  private Duration pause(PinnedCall.Response response) {
    var text = response.retryAfter().orElse("0");
    Duration pause;
    if (text.matches("[0-9]{1," + SECONDS_LENGTH_MAX + "}")) {
      pause = Duration.ofSeconds(Long.parseLong(text));
    } else {
      try {
        var date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
        pause = Duration.between(clock.instant(), date.toInstant());
      } catch (DateTimeParseException e) {
        return Duration.ZERO;
      }
    }
    if (pause.isNegative()) return Duration.ZERO;
    return pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
  }

  @Override
  public void close() {
    call.close();
  }
}
