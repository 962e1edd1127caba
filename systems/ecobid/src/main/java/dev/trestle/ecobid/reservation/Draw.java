package dev.trestle.ecobid.reservation;

import dev.trestle.platform.crypto.Hmac;
import dev.trestle.platform.crypto.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * A draw that anybody can check. Before the first entry the market shows a commitment to a secret
 * seed; each entry brings a nonce of its own and is published as it arrives; after the draw the
 * seed is shown. Neither the market nor any single entrant can steer the result: the market chose
 * the seed before it saw the nonces, and entrants choose nonces without knowing the seed.
 *
 * <pre>
 * commitment = hex(SHA-256(seed ‖ item))
 * message    = item LF, then for each entry in order of arrival: id SPACE nonce LF
 * number(k)  = first 8 bytes of HMAC-SHA-256(seed, message ‖ "#" ‖ k), as an unsigned number
 * winner     = entry number(k) mod n, for the first k = 0, 1, 2 … with
 *              number(k) &lt; 2^64 - (2^64 mod n)
 * </pre>
 *
 * Numbers above the last whole multiple of n are passed over, since they would favour the first
 * entries.
 */
public final class Draw {
  public static final int SEED_BYTES = 32;

  /** An anonymous entrant. */
  public record Entry(String id, String nonce) {}

  private Draw() {}

  /** The commitment, shown before anyone enters. */
  public static String commitment(byte[] seed, String item) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(seed);
    bytes.writeBytes(item.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(Sha256.of(bytes.toByteArray()));
  }

  /** Returns the index of the winning entry. */
  public static int winner(byte[] seed, String item, List<Entry> entries) {
    if (entries.isEmpty()) throw new IllegalArgumentException("nobody has entered");
    var message = new StringBuilder(item).append('\n');
    for (var entry : entries) {
      message.append(entry.id()).append(' ').append(entry.nonce()).append('\n');
    }
    var code = new Hmac(seed);
    long count = entries.size();
    // The remainder of 2^64, which itself does not fit into a long.
    long tooMany = Long.remainderUnsigned(-count, count);
    for (int k = 0; ; k++) {
      long number = ByteBuffer.wrap(code.of(message + "#" + k)).getLong();
      if (tooMany == 0 || Long.compareUnsigned(number, -tooMany) < 0) {
        return (int) Long.remainderUnsigned(number, count);
      }
    }
  }
}
