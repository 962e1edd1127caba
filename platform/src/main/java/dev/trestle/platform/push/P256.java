package dev.trestle.platform.push;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.KeyAgreement;

/** Keys on the curve P-256, in the form that Web Push sends them. */
final class P256 {
  /** An uncompressed point: 4, x and y. */
  static final int POINT_BYTES = 65;

  static final int SCALAR_BYTES = 32;
  private static final byte UNCOMPRESSED = 4;
  private static final ECGenParameterSpec NAME = new ECGenParameterSpec("secp256r1");
  private static final ECParameterSpec CURVE = curve();

  private P256() {}

  private static ECParameterSpec curve() {
    try {
      var parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(NAME);
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A new pair. Not from the server's random generator: nobody may ever replay it. */
  static KeyPair newPair() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(NAME);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] point(ECPublicKey key) {
    var point = new byte[POINT_BYTES];
    point[0] = UNCOMPRESSED;
    put(key.getW().getAffineX(), point, 1);
    put(key.getW().getAffineY(), point, 1 + SCALAR_BYTES);
    return point;
  }

  static byte[] scalar(ECPrivateKey key) {
    var scalar = new byte[SCALAR_BYTES];
    put(key.getS(), scalar, 0);
    return scalar;
  }

  /** Writes a number of up to 32 bytes, without the sign that Java's own bytes have. */
  private static void put(BigInteger number, byte[] target, int at) {
    var bytes = number.toByteArray();
    int length = Math.min(bytes.length, SCALAR_BYTES);
    System.arraycopy(bytes, bytes.length - length, target, at + SCALAR_BYTES - length, length);
  }

  /** The key of a point that came from outside; none unless it lies on the curve. */
  static Optional<ECPublicKey> publicKey(byte[] point) {
    if (point.length != POINT_BYTES || point[0] != UNCOMPRESSED) return Optional.empty();
    var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + SCALAR_BYTES));
    var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + SCALAR_BYTES, POINT_BYTES));
    if (!isOnCurve(x, y)) return Optional.empty();
    try {
      var spec = new ECPublicKeySpec(new ECPoint(x, y), CURVE);
      return Optional.of((ECPublicKey) KeyFactory.getInstance("EC").generatePublic(spec));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /** y² = x³ + ax + b. A point elsewhere would tell its sender about the private key. */
  private static boolean isOnCurve(BigInteger x, BigInteger y) {
    var p = ((ECFieldFp) CURVE.getCurve().getField()).getP();
    if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0) return false;
    var right = x.pow(3).add(CURVE.getCurve().getA().multiply(x)).add(CURVE.getCurve().getB());
    return y.pow(2).mod(p).equals(right.mod(p));
  }

  static ECPrivateKey privateKey(byte[] scalar) {
    try {
      var spec = new ECPrivateKeySpec(new BigInteger(1, scalar), CURVE);
      return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("not a private key");
    }
  }

  /** The secret that both sides compute (ECDH). */
  static byte[] agree(ECPrivateKey mine, ECPublicKey theirs) {
    try {
      var agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(mine);
      agreement.doPhase(theirs, true);
      return agreement.generateSecret();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
