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
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;

/**
 * RSA keys of which the first signs and all verify. {@link #rotate} puts a new one first; what the
 * former ones signed stays good until they have left the set, two rotations later.
 */
public final class SigningKeys implements VerificationKeys {
  private static final int BITS = 2048;
  private static final int KEPT_MAX = 3;

  private final Secrets secrets;
  private final String name;
  private volatile Kept kept;

  /** The keys, and what others may see of them. */
  private record Kept(JWKSet keys, List<RSAKey> shown) {
    static Kept of(JWKSet keys) {
      var shown = keys.getKeys().stream().map(key -> key.toRSAKey().toPublicJWK()).toList();
      return new Kept(keys, shown);
    }
  }

  private SigningKeys(Secrets secrets, String name, JWKSet keys) {
    this.secrets = secrets;
    this.name = name;
    this.kept = Kept.of(keys);
  }

  /** The keys of that name, made now if there are none. */
  public static SigningKeys in(Secrets secrets, String name) {
    var text = secrets.kept(name).orElseGet(() -> secrets.create(name, text(new JWKSet(fresh()))));
    try {
      var keys = JWKSet.parse(text);
      if (keys.isEmpty()) throw new IllegalStateException("no keys in " + name);
      return new SigningKeys(secrets, name, keys);
    } catch (ParseException e) {
      // Without the cause, whose text could repeat a key.
      throw new IllegalStateException("the secret " + name + " is no set of keys");
    }
  }

  /** Signs with a new key from now on. */
  public synchronized void rotate() {
    var next = new ArrayList<JWK>();
    var keys = kept.keys;
    next.add(fresh());
    next.addAll(keys.getKeys().subList(0, Math.min(keys.size(), KEPT_MAX - 1)));
    var all = new JWKSet(next);
    secrets.replace(name, text(all));
    kept = Kept.of(all);
  }

  RSAKey current() {
    return kept.keys.getKeys().getFirst().toRSAKey();
  }

  @Override
  public List<RSAKey> keys() {
    return kept.shown;
  }

  /** The public keys as others want them, for {@code /.well-known/jwks.json}. */
  public Endpoint published() {
    return _ ->
        Reply.bytes(
                200,
                "application/jwk-set+json",
                kept.keys.toString(true).getBytes(StandardCharsets.UTF_8))
            .with("Cache-Control", "public, max-age=300");
  }

  private static RSAKey fresh() {
    try {
      return new RSAKeyGenerator(BITS)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.RS256)
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(JWKSet keys) {
    return keys.toString(false);
  }
}
