package dev.trestle.dynamodb.wire.signature;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who may make requests: access key ids with their secrets. The secrets come in and never go out;
 * what goes out, within this package, are keys made from them that are good for one day.
 */
public final class AccessKeys {
  /**
   * Far more than a few keys on the days that are near enough to now; past it all are made anew.
   */
  private static final int DERIVED_MAX = 1000;

  private final Map<String, String> secrets;
  private final Map<Scope, byte[]> derived = new ConcurrentHashMap<>();

  private AccessKeys(Map<String, String> secrets) {
    this.secrets = Map.copyOf(secrets);
  }

  /** Secrets by the id of their key. */
  public static AccessKeys of(Map<String, String> secrets) {
    if (secrets.isEmpty()) throw new IllegalArgumentException("no access keys");
    return new AccessKeys(secrets);
  }

  public int count() {
    return secrets.size();
  }

  /** The key to sign with, for a scope whose every part has been checked; none: unknown key. */
  Optional<byte[]> signingKey(Scope scope) {
    var known = derived.get(scope);
    if (known != null) return Optional.of(known);
    var secret = secrets.get(scope.keyId());
    if (secret == null) return Optional.empty();
    var made = derive(secret, scope);
    if (derived.size() >= DERIVED_MAX) derived.clear();
    derived.put(scope, made);
    return Optional.of(made);
  }

  /** How many keys are held ready, for the test that there are never too many. */
  int derivedCount() {
    return derived.size();
  }

  private static byte[] derive(String secret, Scope scope) {
    var first = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    var day = Hashes.hmac(first, scope.day());
    var region = Hashes.hmac(day, scope.region());
    var service = Hashes.hmac(region, scope.service());
    return Hashes.hmac(service, scope.terminator());
  }

  @Override
  public String toString() {
    return "AccessKeys[" + count() + "]";
  }
}
