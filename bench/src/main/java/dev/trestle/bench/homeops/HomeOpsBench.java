package dev.trestle.bench.homeops;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.homeops.HomeOps;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The messages of many households on one machine, durable: how long from the queue to the mark on
 * the message, and what the embedded understanding costs.
 */
public final class HomeOpsBench {
  /** What is asked of a machine with ten thousand households. */
  public static final Duration P99_MAX = Duration.ofSeconds(2);

  private static final int MESSAGES_PER_DAY = 200;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final int WAITING_MAX = 500;
  private static final int WARM_UP = 20_000;
  private static final int UNDERSTOOD = 20_000;
  private static final Duration NOTED_MAX = Duration.ofMinutes(2);

  /** Three of ten messages report something, as the seed has it. */
  private static final double REPORTING = 0.3;

  private static final List<String> REPORTS =
      List.of(
          "diskat",
          "har dammsugit",
          "slängde soporna",
          "lagat mat till alla",
          "handlat på vägen hem",
          "did the laundry",
          "walked the dog",
          "tömde diskmaskinen i morse");

  private static final List<String> OTHERS =
      List.of(
          "kommer hem vid sex",
          "vem hämtar idag?",
          "haha precis",
          "kan någon köpa mjölk",
          "disken är full igen",
          "on my way",
          "vi ses där",
          "ska diska sen kanske",
          "glöm inte gympapåsen",
          "what's for dinner?",
          "ok",
          "mormor hälsar");

  /**
   * How much of everything.
   *
   * @param times the multiple of the average rate
   * @param seconds how long the load lasts
   */
  public record Options(int households, double times, double seconds) {}

  private final PrintStream out;
  private final Options options;
  private final SplittableRandom random = new SplittableRandom(20261117);
  private final BenchChats chats = new BenchChats();
  private final List<ReceivedMessage> written = new ArrayList<>();

  public HomeOpsBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  /** Returns the highest p99 of the loads. */
  public Duration run() {
    understand();
    try {
      var folder = Files.createTempDirectory("trestle-bench");
      try {
        return run(folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Duration run(Path folder) {
    var engine = EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC);
    try (var trestle = Trestle.open(engine);
        var context =
            SystemContext.open(
                trestle.client(),
                trestle.streamsClient(),
                StoreOptions.standard(),
                new MemorySecrets(new SecureRandom()),
                FeedOptions.polling("bench"));
        var accounts = Accounts.open(context, AccountsOptions.local());
        var homeops = HomeOps.open(context, accounts, HomeOpsOptions.embedded())) {
      homeops.add(chats);
      homeops.start();
      found(homeops);
      double highest = 0;
      for (double times : List.of(1.0, options.times)) {
        highest = Math.max(highest, load(homeops, times));
      }
      awaitClassified(homeops.stores().getFirst());
      return Duration.ofNanos(Math.round(highest * 1000));
    }
  }

  /** The processor time of the embedded understanding alone, on one thread. */
  private void understand() {
    var thread = ManagementFactory.getThreadMXBean();
    var understanding = new EmbeddedUnderstanding();
    var anna = new Utterance.Member(new MemberId(1), "Anna");
    var members = List.of(anna, new Utterance.Member(new MemberId(2), "Martin"));
    long start = 0;
    long acts = 0;
    for (int round = 0; round < WARM_UP + UNDERSTOOD; round++) {
      if (round == WARM_UP) start = thread.getCurrentThreadCpuTime();
      var text = text(round % 10 < 10 * REPORTING);
      var utterance =
          new Utterance(
              text, anna.id(), members, Map.of(), ZoneId.of("Europe/Stockholm"), Instant.now());
      acts += understanding.understand(utterance).acts().size();
    }
    double micros = (thread.getCurrentThreadCpuTime() - start) / 1000.0;
    print(
        "understanding a message takes %.0f µs of processor time (%d acts in %d messages)",
        micros / UNDERSTOOD, acts, WARM_UP + UNDERSTOOD);
  }

  /** The first message of a chat makes its household. */
  private void found(HomeOps homeops) {
    long start = System.nanoTime();
    for (int household = 0; household < options.households; household++) {
      write(homeops, household, true);
      while (chats.waiting() > WAITING_MAX) LockSupport.parkNanos(1_000_000);
    }
    awaitNoted();
    double seconds = (System.nanoTime() - start) / 1e9;
    chats.take();
    print(
        "%d households made by their first message in %.0f s (%.0f/s)",
        options.households, seconds, options.households / seconds);
  }

  private void awaitNoted() {
    long end = System.nanoTime() + NOTED_MAX.toNanos();
    while (chats.waiting() > 0) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(chats.waiting() + " messages were not noted");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Messages that report nothing get no mark, so that only their decisions tell. */
  private void awaitClassified(Store store) {
    long end = System.nanoTime() + NOTED_MAX.toNanos();
    for (var message : written) {
      while (!isClassified(store, message)) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("a message was not classified");
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
    print("all %d messages classified", written.size());
  }

  private static boolean isClassified(Store store, ReceivedMessage message) {
    var key = new Decisions.OfDecision(message.chatId(), message.decided(), message.messageId());
    return store
        .run(Decisions.FIND, key)
        .filter(decision -> decision.stage() == Decisions.Stage.done)
        .isPresent();
  }

  /** Returns the p99 in microseconds. */
  private double load(HomeOps homeops, double times) {
    double rate = options.households * MESSAGES_PER_DAY / SECONDS_PER_DAY * times;
    long messages = Math.round(rate * options.seconds);
    long start = System.nanoTime();
    for (long i = 0; i < messages; i++) {
      long due = start + Math.round(i / rate * 1e9);
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      write(homeops, random.nextInt(options.households), random.nextDouble() < REPORTING);
    }
    awaitNoted();
    var latencies = chats.take();
    print(
        "%.0f times the average, %.0f messages/s: %d noted, p50 %.0f ms, p99 %.0f ms",
        times,
        rate,
        latencies.count(),
        latencies.micros(0.5) / 1000,
        latencies.micros(0.99) / 1000);
    return latencies.micros(0.99);
  }

  private void write(HomeOps homeops, int household, boolean reporting) {
    var number = new MessageNumber(written.size() + 1L);
    var message =
        new ReceivedMessage(
            BenchChats.SOURCE,
            new ChatId("bench-" + household),
            number,
            "someone-" + household,
            "Martin",
            text(reporting),
            Instant.now(),
            Optional.empty(),
            Optional.empty(),
            false,
            "");
    written.add(message);
    if (reporting) chats.sent(number);
    homeops.messages().add(message);
  }

  private String text(boolean reporting) {
    var texts = reporting ? REPORTS : OTHERS;
    return texts.get(random.nextInt(texts.size()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  private void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  private static void delete(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    }
  }
}
