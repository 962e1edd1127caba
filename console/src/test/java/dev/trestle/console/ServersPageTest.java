package dev.trestle.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.console.ConsoleServers.Kind;
import dev.trestle.console.ConsoleServers.Lease;
import dev.trestle.console.ConsoleServers.Server;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console's page of servers in a browser, where several share the tables. */
@BrowserTest
final class ServersPageTest {
  private static final String FIRST = "srv_01JCQZ8M5R3V7W9X1Y2Z3A4B5C";
  private static final String SECOND = "srv_01JCQZ9T0K6N8P2Q4R5S7T9V1W";
  private static final String THIRD = "srv_01JCQZAB4D5E6F7G8H9J0K1M2N";
  private static final String LEASES =
      "Shards of queues, of changes and of due items, by the server that works on them";
  private static final String DOMAIN = ".eu-north-1.compute.internal";

  private final OpenConsole open = OpenConsole.open();
  private final Instant now = Instant.now();

  private volatile List<Server> servers = List.of();

  @BeforeEach
  void share() {
    servers =
        List.of(
            server(FIRST, "ip-10-0-1-17" + DOMAIN, true),
            server(SECOND, "ip-10-0-2-230" + DOMAIN, true),
            server(THIRD, "ip-10-0-3-4" + DOMAIN, false));
    open.console
        .withServers(new ThreeServers())
        .withServices(() ->
            List.of(
                new ConsoleService("Redis", "signals and rate limits", true),
                new ConsoleService("S3", "photos and files", false)))
        .start();
  }

  @AfterEach
  void close() {
    open.close();
  }

  private final class ThreeServers implements ConsoleServers {
    @Override
    public List<Server> servers() {
      return servers;
    }

    @Override
    public List<Lease> leases() {
      return List.of(
          new Lease("messenger-deliveries", Kind.QUEUE, Optional.of(FIRST), 5),
          new Lease("messenger-deliveries", Kind.QUEUE, Optional.of(SECOND), 3),
          new Lease("ecobid-changes", Kind.FEED, Optional.of(THIRD), 2),
          new Lease("ecobid-items", Kind.SCHEDULE, Optional.empty(), 16));
    }
  }

  private Server server(String id, String host, boolean isRunning) {
    var beat = now.minus(isRunning ? Duration.ofSeconds(2) : Duration.ofMinutes(3));
    return new Server(
        id,
        host,
        "0.1.0-SNAPSHOT",
        now.minus(Duration.ofDays(2)),
        beat,
        isRunning ? 1234 : 17,
        isRunning,
        id.equals(FIRST));
  }

  private static Locator row(Page page, String table, String text) {
    return page.getByRole(AriaRole.TABLE, new GetByRoleOptions().setName(table).setExact(true))
        .getByRole(AriaRole.ROW)
        .filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void two_servers_are_shown_and_one_that_has_gone(BrowserUser operator) {
    var page = operator.open(open.at("/#/servers"));
    assertThat(heading(page, "2 servers are running, 1 has gone")).isVisible();
    assertThat(row(page, "Servers", FIRST)).containsText("this one");
    assertThat(row(page, "Servers", FIRST)).containsText("running");
    assertThat(row(page, "Servers", SECOND)).containsText("1,234");
    assertThat(row(page, "Servers", SECOND)).not().containsText("this one");
    assertThat(row(page, "Servers", THIRD)).containsText("no heartbeat");
    assertThat(row(page, "Servers", THIRD)).containsText("min. ago");
    // Nobody is connected to it any more, whatever it has last told.
    assertThat(row(page, "Servers", THIRD)).containsText("–");
    assertThat(row(page, LEASES, FIRST)).containsText("ip-10-0-1-17");
    assertThat(row(page, LEASES, THIRD)).containsText("gone");
    assertThat(row(page, LEASES, "ecobid-items")).containsText("nobody");
  }

  @Test
  void a_server_that_stops_is_seen_while_the_page_is_open(BrowserUser operator) {
    var page = operator.open(open.at("/#/servers"));
    assertThat(row(page, "Servers", SECOND)).containsText("running");
    servers = List.of(servers.get(0), server(SECOND, "ip-10-0-2-230" + DOMAIN, false));
    assertThat(heading(page, "1 server is running, 1 has gone")).isVisible();
    assertThat(row(page, "Servers", SECOND)).containsText("no heartbeat");
    // A lease that nobody has taken over yet, of a server that is no longer listed.
    assertThat(row(page, LEASES, THIRD)).containsText("gone");
  }

  @Test
  void servers_that_share_the_tables_are_fit_to_be_seen(BrowserUser operator) {
    operator.checkAppearances(
        "several-servers",
        open.at("/#/servers"),
        page -> assertThat(heading(page, "2 servers are running, 1 has gone")).isVisible());
  }
}
