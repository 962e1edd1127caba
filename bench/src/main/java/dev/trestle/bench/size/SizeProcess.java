package dev.trestle.bench.size;

import dev.trestle.bench.Latencies;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineBackups;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.rocksdb.RocksDB;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The engine in a process of its own, durable. It prints how many milliseconds opening took, then
 * answers each line of its standard input: {@code load FROM TO}, {@code work SECONDS ITEMS}, {@code
 * live}, {@code families}, {@code missing ITEMS}, {@code backup FOLDER}, {@code verify}, {@code
 * close}.
 */
final class SizeProcess {
  private static final int THREADS = 8;
  private static final int BATCH = 25;

  private final Engine engine;
  private final DynamoDbClient db;

  private SizeProcess(Trestle trestle) {
    this.engine = trestle.engine();
    this.db = trestle.client();
  }

  /** Starts with the folder as its only argument. */
  public static void main(String[] arguments) throws Exception {
    RocksDB.loadLibrary(); // takes a part of a second, once per process
    long start = System.nanoTime();
    try (var trestle = Trestle.open(Path.of(arguments[0]))) {
      System.out.println((System.nanoTime() - start) / 1_000_000);
      var process = new SizeProcess(trestle);
      if (trestle.client().listTables().tableNames().isEmpty()) SizedItems.create(trestle.client());
      process.answer(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }
    System.out.println("closed");
  }

  private void answer(BufferedReader in) throws IOException, InterruptedException {
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var words = line.split(" ", -1);
      switch (words[0]) {
        case "load" -> System.out.println(load(Long.parseLong(words[1]), Long.parseLong(words[2])));
        case "work" ->
            System.out.println(work(Double.parseDouble(words[1]), Long.parseLong(words[2])));
        case "live" -> System.out.println(live());
        case "families" -> System.out.println(families());
        case "missing" -> System.out.println(missing(Long.parseLong(words[1])));
        case "backup" -> System.out.println(backUp(Path.of(words[1])));
        case "verify" -> System.out.println(verify());
        case "close" -> {
          return;
        }
        default -> throw new IllegalArgumentException(line);
      }
    }
  }

  private String load(long from, long to) throws InterruptedException {
    long start = System.nanoTime();
    inParallel(thread -> {
      var random = new SplittableRandom(from + thread);
      for (long first = from + (long) thread * BATCH; first < to; first += (long) THREADS * BATCH) {
        var writes = new ArrayList<WriteRequest>(BATCH);
        for (long number = first; number < Math.min(to, first + BATCH); number++) {
          var item = SizedItems.item(number, random);
          writes.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
        }
        var _ =
            db.batchWriteItem(request -> request.requestItems(Map.of(SizedItems.TABLE, writes)));
      }
      return new Latencies();
    });
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(Locale.ROOT, "%.0f", (to - from) / seconds);
  }

  /** Works for a while: six gets, three puts and a query of an index in ten calls. */
  private String work(double seconds, long items) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    var all =
        inParallel(thread -> {
          var random = new SplittableRandom(start + thread);
          var latencies = new Latencies();
          for (long now = System.nanoTime(); now < end; ) {
            call(random.nextInt(10), random, items);
            long after = System.nanoTime();
            latencies.add(after - now);
            now = after;
          }
          return latencies;
        });
    return String.format(
        Locale.ROOT,
        "%.0f %.2f %.2f %.2f %.2f",
        all.count() / seconds,
        all.micros(0.5) / 1000,
        all.micros(0.99) / 1000,
        all.micros(0.999) / 1000,
        all.micros(1) / 1000);
  }

  private void call(int kind, SplittableRandom random, long items) {
    long number = random.nextLong(items);
    if (kind < 6) {
      db.getItem(get -> get.tableName(SizedItems.TABLE).key(SizedItems.key(number)));
    } else if (kind < 9) {
      db.putItem(put -> put.tableName(SizedItems.TABLE).item(SizedItems.item(number, random)));
    } else {
      var owner = AttributeValue.fromS(SizedItems.owner(random.nextInt(SizedItems.owners())));
      db.query(query ->
          query
              .tableName(SizedItems.TABLE)
              .indexName("by_owner")
              .limit(20)
              .keyConditionExpression("#o = :o")
              .expressionAttributeNames(Map.of("#o", "owner"))
              .expressionAttributeValues(Map.of(":o", owner)));
    }
  }

  /** Returns the bytes of items and index entries, as DynamoDB counts them. */
  private String live() {
    var table = db.describeTable(describe -> describe.tableName(SizedItems.TABLE)).table();
    long bytes = table.tableSizeBytes();
    for (var index : table.globalSecondaryIndexes()) bytes += index.indexSizeBytes();
    return table.itemCount() + " " + bytes;
  }

  /** Returns the bytes of each column family's files. */
  private String families() {
    return engine.stats().storage().families().stream()
        .map(family -> family.name() + " " + family.fileBytes())
        .collect(Collectors.joining(" "));
  }

  /** Returns how many of a thousand loaded items are not there. */
  private long missing(long items) {
    var random = new SplittableRandom(items);
    long missing = 0;
    for (int i = 0; i < 1000; i++) {
      var key = SizedItems.key(random.nextLong(items));
      if (!db.getItem(get -> get.tableName(SizedItems.TABLE).key(key)).hasItem()) missing++;
    }
    return missing;
  }

  /** Makes a backup of the whole folder and returns the seconds it took. */
  private String backUp(Path target) {
    long start = System.nanoTime();
    try (var backups = EngineBackups.open(target)) {
      var _ = backups.create(engine);
    }
    return secondsSince(start);
  }

  /** Reads everything and returns the number of problems and the seconds it took. */
  private String verify() {
    long start = System.nanoTime();
    var report = engine.verify((done, all) -> {});
    return report.problems().size() + " " + secondsSince(start);
  }

  private static String secondsSince(long start) {
    return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - start) / 1e9);
  }

  private interface Part {
    Latencies run(int thread) throws Exception;
  }

  private static Latencies inParallel(Part part) throws InterruptedException {
    var tasks = new ArrayList<Callable<Latencies>>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      tasks.add(() -> part.run(thread));
    }
    var all = new Latencies();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Latencies>> done = threads.invokeAll(tasks);
      for (var each : done) all.add(each.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return all;
  }
}
