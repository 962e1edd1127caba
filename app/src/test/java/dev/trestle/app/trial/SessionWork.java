package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Users who sign out: soon afterwards no server accepts their access token. */
final class SessionWork {
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final Duration REQUEST_MAX = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofMinutes(2);
  private static final long PAUSE_NANOS = 100_000_000;

  private final HttpClient http;
  private final URI proxy;
  private final SmsCodes codes;
  private final Duration limit;
  private final List<String> violations = new ArrayList<>();
  private int revoked;
  private long slowestNanos;

  /**
   * Creates it.
   *
   * @param limit how long after a sign-out a request may still be accepted
   */
  SessionWork(HttpClient http, URI proxy, SmsCodes codes, Duration limit) {
    this.http = http;
    this.proxy = proxy;
    this.codes = codes;
    this.limit = limit;
  }

  /** Signs a user in; all of these servers know the token. */
  SignedInClient signIn(List<URI> servers) {
    var user = codes.newUser(http, proxy);
    for (var server : servers) Repeat.until(() -> require(server, user.accessToken()));
    return user;
  }

  /** Signs the user out on the first of these servers, and asks all until they refuse the token. */
  void signOut(SignedInClient user, List<URI> servers) {
    var token = user.accessToken();
    Repeat.until(() -> revoke(servers.getFirst(), user.sessionId(), token));
    long revokedAt = System.nanoTime();
    for (var server : servers) awaitRefusal(server, token, revokedAt);
    slowestNanos = Math.max(slowestNanos, System.nanoTime() - revokedAt);
    revoked++;
  }

  /** Asks servers that may have missed the sign-out, and that work again from now on. */
  void requireRefusal(SignedInClient user, List<URI> servers) {
    long now = System.nanoTime();
    for (var server : servers) awaitRefusal(server, user.accessToken(), now);
  }

  /** The server knows the token: otherwise a refusal would say nothing. */
  private boolean require(URI server, String token) throws IOException {
    int status = status("GET", server, "/api/v1/users/me", token);
    if (status != OK) throw new IOException("status " + status);
    return true;
  }

  /** A second try may find the session revoked by the first, whose response was lost. */
  private boolean revoke(URI server, String session, String token) throws IOException {
    int status = status("DELETE", server, "/api/v1/sessions/" + session, token);
    if (status / 100 != 2 && status != UNAUTHORIZED) throw new IOException("status " + status);
    return true;
  }

  /** The time for which this thread was ready and got no turn does not count. */
  private void awaitRefusal(URI server, String token, long revokedAt) {
    long late = 0;
    while (true) {
      long asked = System.nanoTime() - revokedAt - late;
      try {
        int status = status("GET", server, "/api/v1/users/me", token);
        if (status == UNAUTHORIZED) return;
        if (status == OK && asked > limit.toNanos()) {
          violations.add(
              server
                  + " accepted a revoked token after "
                  + Duration.ofNanos(asked).toMillis()
                  + " ms");
          return;
        }
      } catch (IOException notNow) {
        // Asked again.
      }
      if (asked > GIVE_UP.toNanos()) {
        violations.add(server + " did not answer for " + GIVE_UP);
        return;
      }
      long asleep = System.nanoTime();
      LockSupport.parkNanos(PAUSE_NANOS);
      late += Math.max(0, System.nanoTime() - asleep - PAUSE_NANOS);
    }
  }

  private int status(String method, URI server, String path, String token) throws IOException {
    var request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(REQUEST_MAX)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Authorization", "Bearer " + token)
            .build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  List<String> violations() {
    return violations;
  }

  /** For the summary: how many sessions ended, and the longest time until all servers knew. */
  String summary() {
    return "revocations=%d slowest_revocation_ms=%d"
        .formatted(revoked, Duration.ofNanos(slowestNanos).toMillis());
  }
}
