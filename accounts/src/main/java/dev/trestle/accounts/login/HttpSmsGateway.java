package dev.trestle.accounts.login;

import dev.trestle.accounts.Refusal;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;

/**
 * A gateway that accepts {@code {"to","text"}} over HTTP, with a bearer token. A text is sent again
 * if the gateway says that it failed or cannot be reached, but not if no response came in time: it
 * may have been sent.
 */
public final class HttpSmsGateway implements SmsGateway {
  private static final System.Logger LOG = System.getLogger(HttpSmsGateway.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int TRIES_MAX = 3;

  /** In place of a status. */
  private static final int UNREACHABLE = 0;

  private static final int TIMED_OUT = 1;

  private final URI address;
  private final String token;
  private final Duration timeout;
  private final HttpClient client;

  public HttpSmsGateway(URI address, String token) {
    this(address, token, TIMEOUT);
  }

  HttpSmsGateway(URI address, String token, Duration timeout) {
    this.address = address;
    this.token = token;
    this.timeout = timeout;
    this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  @Override
  public void send(String phoneNumber, String text) {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofByteArray(Json.write(Map.of("to", phoneNumber, "text", text))))
            .build();
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      int status = status(request);
      if (status / 100 == 2) return;
      LOG.log(Level.WARNING, "the SMS gateway did not take a text: " + outcome(status));
      if (status != UNREACHABLE && status / 100 != 5) break;
    }
    throw new Refusal.Unavailable("The code could not be sent. Try again.");
  }

  private static String outcome(int status) {
    return switch (status) {
      case UNREACHABLE -> "it cannot be reached";
      case TIMED_OUT -> "it did not respond in time";
      default -> "status " + status;
    };
  }

  /** The exceptions are not passed on: they may repeat the request. */
  private int status(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (HttpConnectTimeoutException e) {
      return UNREACHABLE;
    } catch (HttpTimeoutException e) {
      return TIMED_OUT;
    } catch (IOException e) {
      return UNREACHABLE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TIMED_OUT;
    }
  }
}
