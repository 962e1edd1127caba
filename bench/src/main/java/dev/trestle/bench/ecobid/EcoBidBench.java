package dev.trestle.bench.ecobid;

import dev.trestle.accounts.UserId;
import dev.trestle.bench.Latencies;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.Bidding;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.MarketRecords.Summary;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Item;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Searches for the newest items within 5 km, over HTTP, beside {@code GEOSEARCH} of a Redis with
 * the same items in the same run; then bids on one auction, and on many.
 */
public final class EcoBidBench {
  private static final GeoPoint CENTRE = new GeoPoint(52.2297, 21.0122);
  private static final int PAGE = 20;
  private static final int WRITERS = 64;
  private static final int BIDDERS = 32;
  private static final int AUCTIONS = 64;
  private static final double SPREAD_KM = 15;
  private static final Duration AGE_MAX = Duration.ofDays(20);
  private static final String KEY = "items";

  /**
   * How much of everything.
   *
   * @param searches how many searches are measured, after half as many to warm up
   * @param seconds how long bids are placed
   */
  public record Options(int items, int searches, double seconds) {}

  private final PrintStream out;
  private final Options options;
  private final SplittableRandom random = new SplittableRandom(20261117);

  public EcoBidBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  public void run() {
    try {
      var folder = Files.createTempDirectory("trestle-bench");
      try (var market = new BenchMarket(folder);
          var redis = RedisServer.start();
          var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
        list(market, redis);
        search(EcoBidClient.stranger(http, market.address()), redis);
        bid(market, 1);
        bid(market, AUCTIONS);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GeoPoint somewhere() {
    double degrees = SPREAD_KM / 111.2;
    double latitude = CENTRE.latitude() + random.nextDouble(-degrees, degrees);
    double east = degrees / Math.cos(Math.toRadians(latitude));
    return new GeoPoint(latitude, CENTRE.longitude() + random.nextDouble(-east, east));
  }

  private void list(BenchMarket market, RedisServer redis) {
    var now = Instant.now();
    var places = new ArrayList<GeoPoint>();
    var times = new ArrayList<Instant>();
    for (int i = 0; i < options.items; i++) {
      places.add(somewhere());
      times.add(now.minusMillis(random.nextLong(AGE_MAX.toMillis())));
    }
    var giver = market.person();
    var items = new Item[options.items];
    var next = new AtomicInteger();
    long start = System.nanoTime();
    inParallel(
        WRITERS,
        () -> {
          for (int i = next.getAndIncrement(); i < items.length; i = next.getAndIncrement()) {
            items[i] = market.give(giver, places.get(i), times.get(i));
          }
        });
    double seconds = (System.nanoTime() - start) / 1e9;
    print(
        "%d items within about %.0f km, listed in %.0f s (%.0f/s, durable)",
        items.length, SPREAD_KM, seconds, items.length / seconds);
    for (var item : items) add(redis, item);
  }

  /** Redis gets what strangers know: the centre of the item's public cell. */
  private static void add(RedisServer redis, Item item) {
    var place = item.publicCell().centre();
    redis.call(
        "GEOADD",
        KEY,
        Double.toString(place.longitude()),
        Double.toString(place.latitude()),
        member(item.listed(), item.item().value()));
  }

  /** Sorts as the search does: by time, then by id. */
  private static String member(Instant listed, String id) {
    return listed.toEpochMilli() + " " + id;
  }

  private void search(EcoBidClient client, RedisServer redis) {
    var ours = new Latencies();
    var newest = new Latencies();
    var nearest = new Latencies();
    double units = 0;
    int equal = 0;
    int warmUp = options.searches / 2;
    for (int i = 0; i < warmUp + options.searches; i++) {
      boolean isMeasured = i >= warmUp;
      double lat = CENTRE.latitude() + random.nextDouble(-0.05, 0.05);
      double lon = CENTRE.longitude() + random.nextDouble(-0.08, 0.08);
      long start = System.nanoTime();
      var found = client.newest(lat, lon, 5);
      long searched = System.nanoTime();
      var all = newestOf(geoSearch(redis, lat, lon));
      long sorted = System.nanoTime();
      geoSearch(redis, lat, lon, "ASC", "COUNT", Integer.toString(PAGE));
      if (!isMeasured) continue;
      nearest.add(System.nanoTime() - sorted);
      newest.add(sorted - searched);
      ours.add(searched - start);
      units += found.readUnits();
      if (all.equals(found.items().stream().map(EcoBidBench::member).toList())) equal++;
    }
    line("EcoBid over HTTP, 5 km, newest " + PAGE, ours);
    print("  %.1f read units a search", units / options.searches);
    line("Redis GEOSEARCH, 5 km, all, sorted to the newest " + PAGE, newest);
    line("Redis GEOSEARCH, 5 km, nearest " + PAGE, nearest);
    print("EcoBid and Redis found the same items: %d of %d", equal, options.searches);
  }

  private static String member(Summary item) {
    return member(item.listedAt(), item.id());
  }

  private static List<String> newestOf(List<String> members) {
    return members.stream().sorted(Comparator.reverseOrder()).limit(PAGE).toList();
  }

  private static List<String> geoSearch(RedisServer redis, double lat, double lon, String... more) {
    var words = new ArrayList<String>();
    words.addAll(List.of("GEOSEARCH", KEY, "FROMLONLAT"));
    words.addAll(List.of(Double.toString(lon), Double.toString(lat), "BYRADIUS", "5", "km"));
    words.addAll(List.of(more));
    return redis.call(words.toArray(String[]::new));
  }

  /** Everybody bids a little more than the others, so that all bids count. */
  private void bid(BenchMarket market, int auctions) {
    var seller = market.person();
    var items = new ArrayList<Item>();
    for (int i = 0; i < auctions; i++) items.add(market.auction(seller, CENTRE));
    var amounts = new AtomicInteger[auctions];
    for (int i = 0; i < auctions; i++) amounts[i] = new AtomicInteger(10);
    var stop = new AtomicBoolean();
    var accepted = new LongAdder();
    var users = new ConcurrentLinkedQueue<UserId>();
    inParallel(BIDDERS, () -> users.add(market.person()));
    var seeds = new AtomicInteger();
    var stopper = Thread.ofVirtual().start(() -> sleep(stop));
    long start = System.nanoTime();
    inParallel(
        BIDDERS,
        () -> {
          var chance = new SplittableRandom(seeds.incrementAndGet());
          var user = users.remove();
          do {
            int which = chance.nextInt(auctions);
            long maximum = amounts[which].incrementAndGet() * Bidding.INCREMENT;
            if (isAccepted(market, user, items.get(which), maximum)) accepted.increment();
          } while (!stop.get());
        });
    double seconds = (System.nanoTime() - start) / 1e9;
    stopper.interrupt();
    print(
        "bids on %s: %.0f/s (%d people, durable)",
        auctions == 1 ? "one auction" : auctions + " auctions", accepted.sum() / seconds, BIDDERS);
  }

  private static boolean isAccepted(BenchMarket market, UserId user, Item item, long maximum) {
    try {
      market.bid(user, item, maximum);
      return true;
    } catch (Refusal.TooLow late) {
      // Somebody who bid more was quicker.
      return false;
    }
  }

  private void sleep(AtomicBoolean stop) {
    try {
      Thread.sleep(Duration.ofMillis((long) (options.seconds * 1000)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop.set(true);
  }

  private static void inParallel(int threads, Runnable work) {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int i = 0; i < threads; i++) running.add(executor.submit(work));
      for (var each : running) each.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private void line(String what, Latencies latencies) {
    print(
        "%-56s p50 %7.2f ms   p99 %7.2f ms",
        what, latencies.micros(0.5) / 1000, latencies.micros(0.99) / 1000);
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
