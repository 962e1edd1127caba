package dev.trestle.platform.identity;

import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;

/** Public keys by which an issuer's tokens are checked, as they are now. */
@FunctionalInterface
public interface VerificationKeys {
  List<RSAKey> keys();
}
