package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.PolicyGate;
import dev.trestle.app.server.RunningDatabase;
import dev.trestle.app.server.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Each system does its work with its own policy and those of platform and accounts: what another
 * system's policy allows would not help it.
 */
class PoliciesTest {
  private static final int STEPS = 6;
  private static final Pace PACE = new Pace(Duration.ZERO);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private final SplittableRandom random = new SplittableRandom(17);
  private final List<DynamoDbClient> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(DynamoDbClient::close);
    http.shutdownNow();
  }

  /** The tables beneath the gate. */
  private DynamoDbClient tables(URI engine) {
    var keys = StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret"));
    var client =
        DynamoDbClient.builder()
            .endpointOverride(engine)
            .region(Region.US_EAST_1)
            .credentialsProvider(keys)
            .build();
    open.add(client);
    return client;
  }

  /** What clients of a server do. */
  @FunctionalInterface
  private interface Clients {
    List<TrialWork> of(RunningServer server, URI engine);
  }

  private RunningServer server(String system, URI database) {
    var environment =
        Map.of(
            "TRESTLE_PORT",
            "0",
            "TRESTLE_ONLY",
            system,
            "TRESTLE_DATA",
            folder.toString(),
            "TRESTLE_ENDPOINT",
            database.toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private void check(String system, List<String> policies, Clients clients) throws Exception {
    var environment = Map.of("TRESTLE_DB_PORT", "0", "TRESTLE_DURABILITY", "fast");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var engine = RunningDatabase.start(configuration, true);
        var gate =
            new PolicyGate(engine.endpoint().orElseThrow(), policies.toArray(String[]::new))) {
      // Creates the tables, which no policy allows.
      server(system, gate.address()).close();
      gate.enforce();
      try (var server = server(system, gate.address())) {
        for (var work : clients.of(server, engine.endpoint().orElseThrow())) {
          try (work) {
            for (int i = 0; i < STEPS; i++) work.step();
            assertThat(work.violations()).isEmpty();
          }
        }
      }
      assertThat(gate.denied()).isEmpty();
    }
  }

  private List<SignedInClient> users(RunningServer server) {
    var users = new ArrayList<SignedInClient>();
    for (int i = 0; i < 4; i++) {
      users.add(
          SignedInClient.signIn(
              http,
              URI.create(server.address()),
              "+4670111223" + i,
              "phone",
              UnaryOperator.identity()));
    }
    return users;
  }

  @Test
  void messenger_needs_no_other_permissions() throws Exception {
    check(
        "messenger",
        List.of("accounts", "messenger"),
        (server, _) -> List.of(new ChatWork(users(server), PACE, random.split(), PATIENCE)));
  }

  @Test
  void stak_needs_no_other_permissions() throws Exception {
    check("stak", List.of("stak"), (server, _) -> List.of(inboxes(server)));
  }

  private InboxWork inboxes(RunningServer server) {
    var address = URI.create(server.address());
    var port = Integer.toString(address.getPort());
    var secrets = Map.of("TRESTLE_DATA", folder.toString());
    var created =
        CommandRun.of(folder, secrets, "stak", "tenant", "create", "acme", "--port", port);
    var key = created.out().replaceAll("(?s).*stak admin key: (\\S+).*", "$1");
    return new InboxWork(address, "acme", key, PACE, random.split());
  }

  @Test
  void ecobid_needs_no_other_permissions() throws Exception {
    check(
        "ecobid",
        List.of("accounts", "ecobid"),
        (server, engine) -> {
          var users = users(server);
          var giver = users.removeLast();
          var tables = new AuctionTables(tables(engine));
          return List.of(
              new MarketWork(giver, users, PACE, random.split()),
              new AuctionWork(giver, users, tables, PACE, random.split()));
        });
  }

  @Test
  void homeops_needs_no_other_permissions() throws Exception {
    check(
        "homeops",
        List.of("accounts", "homeops"),
        (server, _) -> List.of(new HouseholdWork(users(server), PACE, random.split())));
  }
}
