package dev.trestle.dynamodb.http.signature;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Access key ids with their secrets. Secrets never leave this class; the rest of the package gets
 * signing keys derived from them, which are valid for one day.
 */
public final class AccessKeys {
  /** Far more than the keys of the few days that are accepted; above it, all are derived again. */
  private static final int DERIVED_MAX = 1000;

  private final Map<String, String> secrets;
  private final Map<CredentialScope, byte[]> derived = new ConcurrentHashMap<>();

  private AccessKeys(Map<String, String> secrets) {
    this.secrets = Map.copyOf(secrets);
  }

  /** Creates keys from secrets by access key id. */
  public static AccessKeys of(Map<String, String> secrets) {
    if (secrets.isEmpty()) throw new IllegalArgumentException("no access keys");
    return new AccessKeys(secrets);
  }

  /** How many keys there are. */
  public int count() {
    return secrets.size();
  }

  /** The signing key for a scope that was checked; empty if the access key is unknown. */
  Optional<byte[]> signingKey(CredentialScope scope) {
    var known = derived.get(scope);
    if (known != null) return Optional.of(known);
    var secret = secrets.get(scope.keyId());
    if (secret == null) return Optional.empty();
    var made = derive(secret, scope);
    if (derived.size() >= DERIVED_MAX) derived.clear();
    derived.put(scope, made);
    return Optional.of(made);
  }

  /** How many derived keys are cached. For tests. */
  int derivedCount() {
    return derived.size();
  }

  private static byte[] derive(String secret, CredentialScope scope) {
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
