package dev.trestle.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.model.Mail;
import dev.trestle.model.Mail.OfUser;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import dev.trestle.testing.browser.HeldResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console in a browser. */
@BrowserTest
final class ConsolePageTest {
  private OpenConsole open = OpenConsole.open();

  /** A machine that builds and tests other things at the same time is slow. */
  @BeforeAll
  static void patience() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @BeforeEach
  void fill() {
    open.deliver(25);
    for (int i = 0; i < 400; i++) open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
    open.console.start();
  }

  @AfterEach
  void close() {
    open.close();
  }

  private Page at(BrowserUser operator, String section) {
    return operator.open(open.at("/#/" + section));
  }

  private static Locator.FilterOptions having(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void every_section_is_reached_and_says_what_it_shows(BrowserUser operator) {
    var page = operator.open(open.at("/"));
    for (var section :
        List.of(
            "Patterns",
            "Tables",
            "Heat",
            "Throttling",
            "Alarms",
            "Checks",
            "Cost",
            "Streams",
            "Queues",
            "Engine",
            "Overview")) {
      page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(section).setExact(true)).click();
      assertThat(heading(page, section)).isVisible();
      assertThat(page).hasTitle(section + " · Console · Trestle");
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      assertThat(page.locator("main .state.error")).hasCount(0);
    }
  }

  @Test
  void a_backup_is_started_and_listed_with_the_drills(BrowserUser operator) {
    var page = at(operator, "backups");
    assertThat(page.getByText("No backups yet")).isVisible();
    button(page, "Back up now").click();
    var backups = page.getByRole(AriaRole.TABLE, new GetByRoleOptions().setName("Backups"));
    assertThat(backups.first().getByRole(AriaRole.ROW)).hasCount(2);
    assertThat(page.getByText("failed: mail: an item is missing")).isVisible();
    button(page, "Back up now").click();
    assertThat(backups.first().getByRole(AriaRole.ROW)).hasCount(3);
    operator.expectError("409");
    button(page, "Back up now").click();
    assertThat(page.getByText("The disk is full.")).isVisible();
  }

  @Test
  void restore_points_of_tables_are_listed(BrowserUser operator) {
    open.trestle
        .client()
        .createBackup(request -> request.tableName("test-mail").backupName("before-import"));
    var page = at(operator, "backups");
    assertThat(heading(page, "Recovery to any second")).isVisible();
    assertThat(page.getByText("2 tables without it")).isVisible();
    var recoverable =
        page.getByRole(AriaRole.TABLE, new GetByRoleOptions().setName("Recovery to any second"));
    assertThat(recoverable.getByRole(AriaRole.ROW).filter(having("test-mail"))).hasCount(1);
    assertThat(page.getByText("before-import")).isVisible();
  }

  @Test
  void figures_move_while_the_page_is_open(BrowserUser operator) {
    var page = at(operator, "patterns");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    var row =
        page.getByRole(AriaRole.ROW)
            .filter(new Locator.FilterOptions().setHasText("newest letters"));
    assertThat(row).containsText("400");
    for (int i = 0; i < 100; i++) open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
    assertThat(row).containsText("500");
  }

  @Test
  void a_pattern_opens_with_its_steps_and_closes_with_escape(BrowserUser operator) {
    var page = at(operator, "patterns/mail");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("L6 deliver a letter")).click();
    var dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).isVisible();
    assertThat(page.getByText("L6.letter")).isVisible();
    assertThat(page.locator("c-pattern code").getByText("pk = u#<user>, sk = m#<received>#<id>"))
        .isVisible();
    page.keyboard().press("Escape");
    assertThat(dialog).isHidden();
    assertThat(page).hasURL(Pattern.compile("#/patterns/mail$"));
  }

  @Test
  void patterns_are_searched_from_the_keyboard(BrowserUser operator) {
    var page = at(operator, "patterns");
    assertThat(page.getByText("newest letters")).isVisible();
    page.keyboard().press("/");
    page.keyboard().type("session");
    assertThat(page.getByText("newest letters")).isHidden();
    assertThat(page.getByText("check a session")).isVisible();
    page.keyboard().type(" of nobody");
    assertThat(page.getByText("No pattern matches")).isVisible();
  }

  @Test
  void items_are_browsed_by_a_pattern_and_taken_apart(BrowserUser operator) {
    operator.expectError("400");
    var page = at(operator, "tables/mail/mail");
    page.getByLabel("Pattern", new Page.GetByLabelOptions().setExact(true)).selectOption("L2");
    button(page, "Find").click();
    assertThat(page.getByText("Required.")).isVisible();
    button(page, "Fill in an example").click();
    assertThat(page.getByLabel("user", new Page.GetByLabelOptions().setExact(true)))
        .hasValue(OpenConsole.ANN.value());
    button(page, "Find").click();
    assertThat(page.getByText("20 items")).isVisible();
    assertThat(page.getByRole(AriaRole.CELL).filter(having("letter 24"))).isVisible();
    button(page, "Next page").click();
    assertThat(page.getByText("25 items")).isVisible();
    assertThat(button(page, "Next page")).hasCount(0);
    button(page, "Letter").first().click();
    var dialog = page.locator("c-item");
    assertThat(dialog.getByText("m#<received>#<id>")).isVisible();
    assertThat(dialog.getByText("2026-11-16T12:00:24Z").first()).isVisible();
    assertThat(dialog.getByText("bytes, as DynamoDB counts them")).isVisible();
  }

  @Test
  void what_a_pattern_finds_late_is_not_shown_for_another_one(BrowserUser operator) {
    var page = at(operator, "tables/mail/mail");
    var pattern = page.getByLabel("Pattern", new Page.GetByLabelOptions().setExact(true));
    pattern.selectOption("L2");
    button(page, "Fill in an example").click();
    assertThat(page.getByLabel("user", new Page.GetByLabelOptions().setExact(true)))
        .hasValue(OpenConsole.ANN.value());
    var late = HeldResponse.first(page, "POST", "/patterns/L2/run$");
    button(page, "Find").click();
    late.await();
    pattern.selectOption("L1");
    late.arrives();
    // The page has got the answer once it gets a later one.
    page.evaluate("fetch('api/history?seconds=1').then((response) => response.text())");
    assertThat(page.getByText("20 items")).hasCount(0);
  }

  @Test
  void a_chart_shows_averages_so_that_single_seconds_are_no_spikes(BrowserUser operator) {
    var page = at(operator, "overview");
    var smoothed =
        page.evaluate(
            "import('./sections/overview.js').then(({smooth}) =>"
                + " smooth([0, 10, 0, 0, 0, 0, null, 5]).map(String))");
    assertThat(smoothed)
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .containsExactly("0", "5", "3.3333333333333335", "2.5", "2", "2", "null", "1.25");
  }

  @Test
  void the_hottest_key_is_told(BrowserUser operator) {
    var page = at(operator, "heat");
    assertThat(heading(page, "test-mail mail")).isVisible();
    button(page, "Since start").click();
    assertThat(button(page, "Since start")).hasAttribute("aria-pressed", "true");
    assertThat(page.getByText(OpenConsole.ANN.value()).first()).isVisible();
  }

  @Test
  void an_alarm_shows_how_it_stands_beside_its_threshold(BrowserUser operator) {
    var page = at(operator, "alarms");
    var rows = page.getByRole(AriaRole.ROW);
    var collection = rows.filter(new Locator.FilterOptions().setHasText("Bytes per partition key"));
    assertThat(collection).containsText("fine");
    assertThat(collection).containsText("Size of the whole table, which no key can exceed.");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("Throttled requests")))
        .containsText("The engine does not limit this table.");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("p99 latency")))
        .containsText("100");
  }

  @Test
  void a_dead_letter_is_replayed_and_dropping_one_asks_first(BrowserUser operator) {
    open.queue.giveUp("one", "no such mailbox");
    open.queue.giveUp("two", "the mailbox is full");
    var page = at(operator, "queues");
    button(page, "Replay one").click();
    assertThat(page.getByText("The job will run again.")).isVisible();
    assertThat(page.getByText("no such mailbox")).isHidden();
    button(page, "Drop two").click();
    button(page, "Cancel").click();
    assertThat(open.queue.deadLetters(10)).hasSize(1);
    button(page, "Drop two").click();
    button(page, "Drop").click();
    assertThat(page.getByText("No dead letters.")).isVisible();
    assertThat(open.queue.replayed).containsExactly("one");
  }

  @Test
  void without_an_engine_the_pages_say_so(BrowserUser operator) {
    open.close();
    open = OpenConsole.withoutEngine();
    for (var section : List.of("engine", "heat", "throttles", "streams")) {
      var page = at(operator, section);
      assertThat(page.getByText("The engine runs elsewhere")).isVisible();
      page.close();
    }
  }

  @Test
  void a_server_that_went_away_is_told_and_comes_back_by_itself(BrowserUser operator) {
    operator.expectError("net::ERR");
    operator.expectError("Failed to load");
    var page = at(operator, "checks");
    assertThat(page.getByText("All checks pass.")).isVisible();
    page.route("**/api/**", route -> route.abort());
    page.evaluate("location.hash = '#/cost'");
    assertThat(page.getByText("Could not load this")).isVisible();
    page.unroute("**/api/**");
    button(page, "Try again").click();
    assertThat(page.getByText("Most expensive patterns")).isVisible();
  }

  @Test
  void the_keyboard_reaches_everything_in_the_order_of_the_page(BrowserUser operator) {
    var page = at(operator, "queues");
    assertThat(page.getByText("No dead letters.")).isVisible();
    var stops = FocusOrder.of(page);
    assertThat(stops.getFirst()).isEqualTo("Skip to content");
    assertThat(stops).containsSubsequence("Overview", "Patterns", "Tables", "Queues", "Engine");
    assertThat(stops).noneMatch(stop -> stop.startsWith("unseen"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overview",
        "patterns",
        "patterns/mail/L6",
        "tables",
        "tables/mail/mail",
        "heat",
        "throttles",
        "alarms",
        "backups",
        "checks",
        "cost",
        "streams",
        "queues",
        "servers",
        "engine"
      })
  void a_section_is_fit_to_be_seen_in_light_in_dark_and_on_a_phone(
      String section, BrowserUser operator) {
    open.queue.giveUp("01JCQZ8M5R3V7W9X1Y2Z3A4B5C.0017", "no such mailbox");
    open.console.withServices(() ->
        List.of(
            new ConsoleService("Redis", "signals and rate limits", true),
            new ConsoleService("S3", "photos and files", false)));
    operator.checkAppearances(
        section.replace('/', '-'),
        open.at("/#/" + section),
        page -> {
          assertThat(page.locator("main h1")).isVisible();
          assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
          assertThat(page.locator("main .card").first()).isVisible();
        });
  }

  @Test
  void long_names_fit_on_a_phone(BrowserUser operator) {
    open.close();
    open =
        OpenConsole.withPrefix("installation_of_the_neighbours_behind_the_old_harbour.eu-north-1.");
    fill();
    open.queue.giveUp("the_first_job_of_the_neighbours_behind_the_old_harbour", "no_".repeat(60));
    for (var section :
        List.of("tables", "tables/mail/mail", "heat", "backups", "streams", "queues")) {
      var page = operator.open(open.at("/#/" + section), Appearance.PHONE);
      assertThat(page.locator("main h1")).isVisible();
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      assertThat(page.locator("main .card").first()).isVisible();
      operator.checkAppearance("long-" + section.replace('/', '-'), page, Appearance.PHONE);
      page.close();
    }
  }
}
