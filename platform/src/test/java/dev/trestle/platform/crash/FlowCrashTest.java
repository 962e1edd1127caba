package dev.trestle.platform.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.crash.Ledger.Effect;
import dev.trestle.platform.crash.Ledger.Entry;
import dev.trestle.platform.crash.Ledger.Named;
import dev.trestle.platform.crash.Ledger.Told;
import dev.trestle.testing.Await;
import dev.trestle.testing.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with all of it, killed by SIGKILL at random moments and started again on its data:
 * nothing that it said is lost, no job takes effect twice, no version is left out or told in
 * another order. More kills with {@code -Dtrestle.flow.kills=100}.
 */
final class FlowCrashTest {
  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration DRAIN = Duration.ofMinutes(5);
  private static final Pattern POSTED = Pattern.compile("posted (\\S+) (\\d+)");

  @TempDir Path folder;

  @Test
  void what_was_said_is_there_and_happened_once_after_kills() throws Exception {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    var posted = new HashMap<String, Long>();
    var wrong = new ArrayList<String>();
    for (int kill = 0; kill < Integer.getInteger("trestle.flow.kills", 3); kill++) {
      try (var child = ChildJvm.start(Clerk.class, List.of(), List.of(folder.toString()))) {
        child.awaitLine("posted ", START);
        if (kill == 0) {
          // Everything has happened once, on however slow a machine.
          child.awaitLine("posted " + Office.entry(Office.ENTRIES - 1), START);
          child.awaitLine("ticked", START);
        }
        LockSupport.parkNanos(Duration.ofMillis(100 + random.nextInt(1500)).toNanos());
        child.kill();
        for (var line : child.lines()) read(line, posted, wrong);
      }
    }
    try (var office = new Office(folder)) {
      office.work();
      Await.until(() -> office.isEmpty("entries") && office.isEmpty("ticks"), DRAIN);
      Await.until(() -> isAllTold(office), DRAIN);
      wrong.addAll(wrong(office, posted));
    }
    assertThat(posted).as("seed " + seed).hasSize(Office.ENTRIES);
    assertThat(wrong).as("seed " + seed).isEmpty();
  }

  private static void read(String line, Map<String, Long> posted, List<String> wrong) {
    var match = POSTED.matcher(line);
    if (match.matches()) {
      posted.merge(match.group(1), Long.parseLong(match.group(2)), Math::max);
    } else if (line.startsWith("wrong")) {
      wrong.add(line);
    }
  }

  private static long version(Office office, String name) {
    return office.ledger.run(Ledger.READ_ENTRY, new Named(name)).map(Entry::version).orElse(0L);
  }

  private static boolean isAllTold(Office office) {
    for (int i = 0; i < Office.ENTRIES; i++) {
      var name = Office.entry(i);
      var told = office.ledger.run(Ledger.READ_TOLD, new Named(name)).map(Told::version).orElse(0L);
      if (told != version(office, name)) return false;
    }
    return true;
  }

  /** Everything posted exists, and each version's job took effect once. */
  private static List<String> wrong(Office office, Map<String, Long> posted) {
    var wrong = new ArrayList<String>();
    posted.forEach((name, said) -> {
      long version = version(office, name);
      if (version < said) wrong.add(name + " is at " + version + ", said was " + said);
      for (long each = 1; each <= version; each++) {
        var job = Office.job(name, each);
        long times =
            office.ledger.run(Ledger.READ_EFFECT, new Named(job)).map(Effect::times).orElse(0L);
        if (times != 1) wrong.add(job + " took effect " + times + " times");
      }
    });
    long ticks = 0;
    for (var item :
        office.trestle.client().scanPaginator(ask -> ask.tableName("results")).items()) {
      var key = Objects.requireNonNull(item.get("pk")).s();
      if (!key.startsWith("j#tick#")) continue;
      ticks++;
      var times = Objects.requireNonNull(item.get("times")).n();
      if (!times.equals("1")) wrong.add(key + " took effect " + times);
    }
    if (ticks == 0) wrong.add("no tick");
    return wrong;
  }
}
