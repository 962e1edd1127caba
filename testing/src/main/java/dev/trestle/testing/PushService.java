package dev.trestle.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A push service on a port of this machine, with browsers that subscribe to it. It checks each
 * request as a real one does, and the browser decrypts the message. All of this is written here
 * once more, so that a mistake in the sender is found.
 */
public final class PushService implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration TOKEN_MAX = Duration.ofHours(24);
  private static final int BODY_MAX = 4096;
  private static final Pattern AUTHORIZATION =
      Pattern.compile("vapid t=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+), k=([\\w-]+)");
  private static final Pattern CLAIMS =
      Pattern.compile("\\{\"aud\":\"([^\"]+)\",\"exp\":(\\d+),\"sub\":\"([^\"]+)\"}");
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  /** What stands before the point in the X.509 form of a key on P-256. */
  private static final byte[] KEY_PREFIX =
      HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

  /** A message that reached its browser. */
  public record Received(
      String content, String topic, String urgency, long keptSeconds, String contact, String key) {}

  /** What the service replies instead of accepting a message. */
  private record Reply(int status, Map<String, String> headers) {}

  private final InstantSource clock;
  private final HttpServer http;
  private final Map<String, PushBrowser> browsers = new ConcurrentHashMap<>();
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final AtomicInteger held = new AtomicInteger();
  private volatile CountDownLatch released = new CountDownLatch(0);

  private PushService(InstantSource clock) {
    this.clock = clock;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::handle);
    http.start();
  }

  /** Starts one that compares the times of tokens with this clock. */
  public static PushService start(InstantSource clock) {
    return new PushService(clock);
  }

  private String origin() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** A browser with a new subscription. */
  public PushBrowser browser() {
    var path = "/push/" + (browsers.size() + 1);
    var browser = new PushBrowser(origin() + path);
    browsers.put(path, browser);
    return browser;
  }

  /** Replies this to the next request; the message does not reach its browser. */
  public void replyOnce(int status, Map<String, String> headers) {
    replies.add(new Reply(status, headers));
  }

  /** Waits until this many requests were not accepted because of {@link #replyOnce}. */
  public void awaitRefused(int number) {
    Await.until(() -> refused.size() >= number, PATIENCE);
  }

  /** From now on holds all requests back, until {@link #release}. */
  public void hold() {
    released = new CountDownLatch(1);
  }

  /** Waits until this many requests are held back. */
  public void awaitHeld(int number) {
    Await.until(() -> held.get() >= number, PATIENCE);
  }

  public void release() {
    released.countDown();
  }

  /** What was wrong with requests. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      held.incrementAndGet();
      released.await();
      held.decrementAndGet();
      int status;
      try {
        status = accept(exchange, body);
      } catch (IllegalArgumentException | GeneralSecurityException e) {
        problems.add(String.valueOf(e));
        status = 400;
      }
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private int accept(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
    var browser = Optional.ofNullable(browsers.get(exchange.getRequestURI().getPath()));
    require(exchange.getRequestMethod().equals("POST"), "method");
    require(body.length <= BODY_MAX, "length");
    require(header(exchange, "Content-Encoding").equals("aes128gcm"), "encoding");
    require(TOPIC.matcher(header(exchange, "Topic")).matches(), "topic");
    var authorization = match(AUTHORIZATION, header(exchange, "Authorization"));
    var claims = claims(authorization);
    if (browser.isEmpty()) return 404;
    var reply = Optional.ofNullable(replies.poll());
    if (reply.isPresent()) {
      reply
          .get()
          .headers()
          .forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
      refused.add(exchange.getRequestURI().getPath());
      return reply.get().status();
    }
    browser
        .get()
        .receive(
            new Received(
                new String(browser.get().decrypt(body), UTF_8),
                header(exchange, "Topic"),
                header(exchange, "Urgency"),
                Long.parseLong(header(exchange, "TTL")),
                claims.group(3),
                authorization.group(4)));
    return 201;
  }

  /** The claims of a token that is valid here and now. */
  private Matcher claims(Matcher authorization) throws GeneralSecurityException {
    var header = new String(decode(authorization.group(1)), UTF_8);
    require(header.contains("\"alg\":\"ES256\""), "algorithm");
    var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(key(decode(authorization.group(4))));
    signature.update((authorization.group(1) + "." + authorization.group(2)).getBytes(US_ASCII));
    require(signature.verify(decode(authorization.group(3))), "signature");
    var claims = match(CLAIMS, new String(decode(authorization.group(2)), UTF_8));
    require(claims.group(1).equals(origin()), "audience");
    var until = Instant.ofEpochSecond(Long.parseLong(claims.group(2)));
    var now = clock.instant();
    require(until.isAfter(now) && until.isBefore(now.plus(TOKEN_MAX)), "expiry");
    return claims;
  }

  private static Matcher match(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    require(matcher.matches(), "form of " + pattern);
    return matcher;
  }

  private static void require(boolean isFine, String what) {
    if (!isFine) throw new IllegalArgumentException(what);
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  static byte[] decode(String base64) {
    return Base64.getUrlDecoder().decode(base64);
  }

  static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The key of an uncompressed point. */
  static PublicKey key(byte[] point) throws GeneralSecurityException {
    var encoded = new byte[KEY_PREFIX.length + point.length];
    System.arraycopy(KEY_PREFIX, 0, encoded, 0, KEY_PREFIX.length);
    System.arraycopy(point, 0, encoded, KEY_PREFIX.length, point.length);
    return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
