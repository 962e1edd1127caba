package dev.trestle.platform.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * RSA keys, the newest first. One signs, all verify.
 *
 * <p>The keys are read again every second, so another process can {@link #rotate} them while
 * servers run. A new key signs after {@link #LEAD}, when every server has read it. An old key
 * verifies until the tokens that it signed have expired.
 */
public final class SigningKeys implements VerificationKeys {
  /** How long a new key is only verified with. */
  public static final Duration LEAD = Duration.ofSeconds(5);

  /** How long a key is kept after it last signed: longer than any token is valid. */
  static final Duration KEPT = Duration.ofHours(2);

  private static final System.Logger LOG = System.getLogger(SigningKeys.class.getName());
  private static final int BITS = 2048;
  private static final long READ_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final Secrets secrets;
  private final String name;
  private final AtomicLong readAt = new AtomicLong(System.nanoTime());
  private volatile Loaded loaded;

  /** The keys as they are stored, parsed, and in their public form. */
  private record Loaded(String text, List<RSAKey> keys, List<RSAKey> shown) {
    static Loaded of(String name, String text) {
      var keys = parse(name, text);
      return new Loaded(text, keys, keys.stream().map(RSAKey::toPublicJWK).toList());
    }
  }

  private SigningKeys(Secrets secrets, String name, String text) {
    this.secrets = secrets;
    this.name = name;
    this.loaded = Loaded.of(name, text);
  }

  /** The keys of a name, created on first use. */
  public static SigningKeys in(Secrets secrets, String name) {
    var text =
        secrets
            .kept(name)
            .orElseGet(() -> secrets.create(name, text(List.of(fresh(Instant.EPOCH)))));
    return new SigningKeys(secrets, name, text);
  }

  /** The keys of a name, if they have been created. */
  public static Optional<SigningKeys> existing(Secrets secrets, String name) {
    return secrets.kept(name).map(text -> new SigningKeys(secrets, name, text));
  }

  /** Adds a key, which signs after {@link #LEAD}. Tokens of the others stay valid. */
  public void rotate(Instant now) {
    var fresh = fresh(now.plus(LEAD));
    change(before -> {
      var keys = new ArrayList<RSAKey>();
      keys.add(fresh);
      for (var key : before) {
        keys.add(key);
        // Those after this one stopped signing when it began.
        if (!signsFrom(key).isAfter(now.minus(KEPT))) break;
      }
      return keys;
    });
  }

  /** Replaces all keys, for when they have leaked. Tokens signed so far are refused. */
  public void replace() {
    var fresh = List.of(fresh(Instant.EPOCH));
    change(_ -> fresh);
  }

  private void change(UnaryOperator<List<RSAKey>> change) {
    var text = secrets.change(name, before -> text(change.apply(parse(name, before))));
    loaded = Loaded.of(name, text);
  }

  RSAKey current(Instant now) {
    var keys = loaded().keys;
    return keys.stream()
        .filter(key -> !signsFrom(key).isAfter(now))
        .findFirst()
        .orElseGet(keys::getLast);
  }

  /** The id of the key that signs. */
  public String signingKeyId(Instant now) {
    return current(now).getKeyID();
  }

  /** The ids of the keys that verify. */
  public List<String> ids() {
    return keys().stream().map(RSAKey::getKeyID).toList();
  }

  @Override
  public List<RSAKey> keys() {
    return loaded().shown;
  }

  /** The public keys for {@code /.well-known/jwks.json}. */
  public Endpoint published() {
    return _ ->
        Reply.bytes(
                200,
                "application/jwk-set+json",
                text(loaded().shown).getBytes(StandardCharsets.UTF_8))
            .with("Cache-Control", "public, max-age=300");
  }

  private Loaded loaded() {
    long now = System.nanoTime();
    long last = readAt.get();
    if (now - last >= READ_AGAIN_NANOS && readAt.compareAndSet(last, now)) readAgain();
    return loaded;
  }

  /** Keeps the keys it has if the stored ones cannot be read. */
  private void readAgain() {
    try {
      var text = secrets.kept(name).orElseThrow();
      if (!text.equals(loaded.text)) loaded = Loaded.of(name, text);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the signing keys " + name + " were not read again: " + e);
    }
  }

  private static List<RSAKey> parse(String name, String text) {
    try {
      var keys = JWKSet.parse(text);
      if (keys.isEmpty()) throw new IllegalStateException("no keys in " + name);
      return keys.getKeys().stream().map(JWK::toRSAKey).toList();
    } catch (ParseException e) {
      // Without the cause, whose text could contain a key.
      throw new IllegalStateException("the secret " + name + " is not a set of keys");
    }
  }

  private static Instant signsFrom(RSAKey key) {
    return Optional.ofNullable(key.getNotBeforeTime()).map(Date::toInstant).orElse(Instant.EPOCH);
  }

  private static RSAKey fresh(Instant signsFrom) {
    try {
      return new RSAKeyGenerator(BITS)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.RS256)
          .notBeforeTime(Date.from(signsFrom))
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(List<RSAKey> keys) {
    return new JWKSet(List.<JWK>copyOf(keys)).toString(false);
  }
}
