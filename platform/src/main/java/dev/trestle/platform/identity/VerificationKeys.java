package dev.trestle.platform.identity;

import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;

/** An issuer's current public keys. */
@FunctionalInterface
public interface VerificationKeys {
  List<RSAKey> keys();
}
