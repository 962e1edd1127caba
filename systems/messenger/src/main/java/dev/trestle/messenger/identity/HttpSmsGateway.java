package dev.trestle.messenger.identity;

import dev.trestle.messenger.Refused;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** A gateway that takes {@code {"to","text"}} by HTTP, with a token of ours. */
public final class HttpSmsGateway implements SmsGateway {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final String token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  public HttpSmsGateway(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  @Override
  public void send(String phoneNumber, String text) {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    Json.write(Map.of("to", phoneNumber, "text", text))))
            .build();
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      if (status / 100 == 2) return;
    } catch (IOException e) {
      // Said below: whoever asked can only try again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The code could not be sent. Try again.");
  }
}
