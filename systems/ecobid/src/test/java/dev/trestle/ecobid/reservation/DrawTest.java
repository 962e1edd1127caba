package dev.trestle.ecobid.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.ecobid.reservation.Draw.Entry;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class DrawTest {
  private static final String ITEM = "item_01JCQZ8M5R3V7W9X1Y2Z3A4B5E";

  private static List<Entry> entries(int count, Random random) {
    var entries = new ArrayList<Entry>();
    for (int i = 0; i < count; i++) {
      entries.add(new Entry("res_" + i, Long.toHexString(random.nextLong())));
    }
    return entries;
  }

  private static byte[] seed(Random random) {
    var seed = new byte[Draw.SEED_BYTES];
    random.nextBytes(seed);
    return seed;
  }

  /** An independent implementation, from the description only. */
  private static int recomputed(byte[] seed, List<Entry> entries) throws Exception {
    var message = ITEM + "\n";
    for (var entry : entries) message += entry.id() + " " + entry.nonce() + "\n";
    var all = BigInteger.TWO.pow(64);
    var count = BigInteger.valueOf(entries.size());
    for (int k = 0; ; k++) {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(seed, "HmacSHA256"));
      var code = mac.doFinal((message + "#" + k).getBytes(StandardCharsets.UTF_8));
      var number = new BigInteger(1, Arrays.copyOf(code, 8));
      if (number.compareTo(all.subtract(all.mod(count))) < 0) return number.mod(count).intValue();
    }
  }

  @Test
  void anybody_can_recompute_winner_and_commitment() throws Exception {
    long start = System.nanoTime();
    var random = new Random(start);
    for (int i = 0; i < 500; i++) {
      var seed = seed(random);
      var entries = entries(random.nextInt(1, 40), random);
      assertThat(Draw.winner(seed, ITEM, entries))
          .as("seed %d", start)
          .isEqualTo(recomputed(seed, entries));
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(seed);
      digest.update(ITEM.getBytes(StandardCharsets.UTF_8));
      assertThat(Draw.commitment(seed, ITEM)).isEqualTo(HexFormat.of().formatHex(digest.digest()));
    }
  }

  @Test
  void one_more_entry_or_another_nonce_gives_another_draw() {
    var random = new Random(1);
    var seed = seed(random);
    var entries = entries(1000, random);
    var other = new ArrayList<>(entries);
    other.set(999, new Entry("res_999", "mine"));
    assertThat(Draw.winner(seed, ITEM, other)).isNotEqualTo(Draw.winner(seed, ITEM, entries));
    assertThat(Draw.winner(seed, ITEM, entries.subList(0, 999)))
        .isNotEqualTo(Draw.winner(seed, ITEM, entries));
  }

  /** Seven entries: six degrees of freedom, beyond 22.46 once in a thousand. The seed is fixed. */
  @Test
  void ten_thousand_draws_are_uniform() {
    var random = new Random(20261117);
    int count = 7;
    var wins = new int[count];
    for (int i = 0; i < 10_000; i++) {
      wins[Draw.winner(seed(random), ITEM, entries(count, random))]++;
    }
    double expected = 10_000.0 / count;
    double chiSquared =
        Arrays.stream(wins)
            .mapToDouble(won -> (won - expected) * (won - expected) / expected)
            .sum();
    assertThat(chiSquared).as("wins %s", Arrays.toString(wins)).isLessThan(22.46);
  }

  @Test
  void who_is_alone_wins() {
    assertThat(Draw.winner(new byte[32], ITEM, List.of(new Entry("res_1", "x")))).isZero();
  }
}
