package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The phones of the trial's users: they get the login codes. */
final class SmsCodes {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern CODE = Pattern.compile("\\d{6}");

  private final Map<String, String> codes = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  void received(String number, String text) {
    var code = CODE.matcher(text);
    if (code.find()) codes.put(number, code.group());
  }

  /** Signs a new user in. */
  SignedInClient newUser(HttpClient http, URI server) {
    return Repeat.until(() -> {
      var number = "+4670%07d".formatted(1_000_000 + numbers.incrementAndGet());
      return SignedInClient.signIn(http, server, number, "phone", _ -> code(number));
    });
  }

  private String code(String number) {
    return Await.value(() -> Optional.ofNullable(codes.get(number)), TIMEOUT);
  }
}
