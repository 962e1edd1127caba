package dev.trestle.stak.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes clients of a Stak server. They may be used by any number of threads; closing this ends
 * calls under way.
 */
public final class StakClient implements AutoCloseable {
  private final URI server;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  /** For the server at this address, such as {@code https://stak.example.com}. */
  public StakClient(URI server) {
    this.server = server;
  }

  /** A client for an administrator of one inbox. */
  public AdminClient admin(String tenant, String inbox, String apiKey, String adminId) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("X-Api-Key", apiKey);
    headers.put("X-Admin-Id", adminId);
    return new AdminClient(new StakCalls(http, server, "/stack/admin/v1", tenant, inbox, headers));
  }

  /** A client for a user's inbox, for a server that has the tenant's user key. */
  public UserClient user(String tenant, String inbox, String apiKey, String userId) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("X-Api-Key", apiKey);
    headers.put("X-User-Id", userId);
    return new UserClient(new StakCalls(http, server, "/stack/users/v1", tenant, inbox, headers));
  }

  /** A client for a user's inbox, for whoever has a token of that user. */
  public UserClient user(String tenant, String inbox, String token) {
    var headers = Map.of("Authorization", "Bearer " + token);
    return new UserClient(new StakCalls(http, server, "/stack/users/v1", tenant, inbox, headers));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
