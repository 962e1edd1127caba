package dev.trestle.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.RawClient;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.identity.OperatorLogin;
import dev.trestle.platform.identity.PasswordHash;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.identity.TokenVerifier;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Served;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** Sends secrets by every way there is, also those that fail, and looks for them in the logs. */
class SecretsInLogsTest {
  private static final String SECRET = "s3cr3tHunter2";

  record Body(String password, int number) {}

  /** Everything that was logged, as it would be in a file. */
  private static final class Captured extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().format(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static Reply careless(Call call) {
    var cause = new IllegalArgumentException("bad " + call.header("authorization").orElse(""));
    throw new IllegalStateException("cannot use " + call.query("token").orElse(""), cause);
  }

  @Test
  void no_secret_gets_into_logs_metrics_or_refusals() {
    var clock = InstantSource.system();
    var keys = SigningKeys.in(new MemorySecrets(new Random(1)), "keys");
    var token =
        new TokenIssuer("i", "a", Duration.ofHours(1), keys, clock, () -> "t")
            .issue("user", "session", Set.of());
    var bearer =
        new Bearer(new TokenVerifier(List.of(new TokenVerifier.Trusted("i", "a", keys)), clock));
    var limits = new RateLimits(new MemoryLimiter(System::nanoTime, 10));
    var hash = PasswordHash.of(SECRET, new Random(1));
    var login =
        new OperatorLogin(hash, new Cookie("operator", false), limits, clock, new Random(1));
    var log = new Captured();
    Logger.getLogger("").addHandler(log);
    try (var metrics = new Metrics();
        var served =
            new Served(
                site ->
                    site.observedBy(metrics)
                        .observedBy(new RequestLog(clock, log.lines::add))
                        .at(
                            "",
                            login
                                .router()
                                .get("/careless", SecretsInLogsTest::careless)
                                .get("/me/{id}", bearer.signedIn(SecretsInLogsTest::careless))
                                .post("/body", call -> Reply.ok(call.json(Body.class).number())),
                            ErrorShape.PLAIN),
                Served.impatient())) {
      var cookie = attack(served, token);
      var all = String.join("\n", log.lines) + metrics.registry().getMeters();
      assertThat(log.lines).anyMatch(line -> line.contains("\"route\":\"/me/{id}\""));
      assertThat(log.lines).anyMatch(line -> line.contains("SecretsInLogsTest.careless"));
      assertThat(all).doesNotContain(SECRET).doesNotContain(token).doesNotContain(hash.text());
      assertThat(all).doesNotContain(token.substring(token.lastIndexOf('.') + 1));
      assertThat(cookie).hasSizeGreaterThan(20);
      assertThat(all).doesNotContain(cookie);
    } finally {
      Logger.getLogger("").removeHandler(log);
    }
  }

  /** Gives the value of the operator's cookie. */
  private static String attack(Served served, String token) {
    var authorization = "Authorization: Bearer " + token;
    var answers = new CopyOnWriteArrayList<RawClient.Response>();
    answers.add(served.get("/careless?token=" + SECRET, authorization));
    answers.add(served.get("/me/" + SECRET + "?token=" + SECRET, authorization));
    answers.add(served.get("/me/" + SECRET, authorization + "x"));
    answers.add(served.get("/me/" + SECRET, "Authorization: Basic " + SECRET));
    answers.add(served.get("/nothing/" + SECRET + "?token=" + SECRET, "Cookie: a=" + SECRET));
    answers.add(served.get("/me/%00" + SECRET));
    answers.add(served.get("/me/" + SECRET, "Host: " + SECRET + ".example"));
    answers.add(served.call(SECRET, "/careless", SECRET));
    answers.add(served.post("/body", "{\"password\":\"" + SECRET + "\",\"number\":\"x\"}"));
    answers.add(served.post("/body", "{\"" + SECRET + "\":1"));
    answers.add(served.post("/body", SECRET));
    answers.add(served.post("/body", "{\"password\":{\"a\":\"" + SECRET + "\"},\"number\":1}"));
    answers.add(served.get("/" + "a".repeat(70_000) + SECRET));
    var here = "Sec-Fetch-Site: same-origin";
    answers.add(served.post("/session", "{\"password\":\"" + SECRET + "1\"}", here));
    for (var line : List.of(SECRET + "\r\n\r\n", "GET /" + SECRET + " HTTP/9\r\n\r\n")) {
      try (var client = new RawClient(served.port())) {
        answers.add(client.send(line).read());
      }
    }
    try (var client = new RawClient(served.port())) {
      var slow = "POST /" + SECRET + " HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n";
      answers.add(client.send(slow + SECRET.charAt(0)).read());
    }
    for (var answer : answers) {
      assertThat(answer.status()).isGreaterThanOrEqualTo(400);
      assertThat(answer.text() + answer.headers()).doesNotContain(SECRET);
    }
    var set =
        served.post("/session", "{\"password\":\"" + SECRET + "\"}", here).header("set-cookie");
    return set.substring(set.indexOf('=') + 1, set.indexOf(';'));
  }

  @Test
  void what_the_test_captures_is_what_is_logged() {
    var log = new Captured();
    Logger.getLogger("").addHandler(log);
    System.getLogger("some").log(System.Logger.Level.ERROR, "said");
    Logger.getLogger("").removeHandler(log);
    assertThat(log.lines).anyMatch(line -> line.contains("said"));
  }
}
