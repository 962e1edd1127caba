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
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.FocusOrder;
import dev.trestle.testing.browser.Visitor;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator sees and does in a browser. */
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

  private Page at(Visitor operator, String section) {
    return operator.open(open.at("/#/" + section));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void every_section_is_reached_and_says_what_it_shows(Visitor operator) {
    var page = operator.open(open.at("/"));
    for (var section :
        List.of(
            "Patterns",
            "Tables",
            "Heat",
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
  void figures_move_while_the_page_is_open(Visitor operator) {
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
  void a_pattern_opens_with_its_steps_and_closes_with_escape(Visitor operator) {
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
  void patterns_are_searched_from_the_keyboard(Visitor operator) {
    var page = at(operator, "patterns");
    assertThat(page.getByText("newest letters")).isVisible();
    page.keyboard().press("/");
    page.keyboard().type("session");
    assertThat(page.getByText("newest letters")).isHidden();
    assertThat(page.getByText("check a session")).isVisible();
    page.keyboard().type(" of nobody");
    assertThat(page.getByText("No pattern is like that")).isVisible();
  }

  @Test
  void items_are_browsed_by_a_pattern_and_taken_apart(Visitor operator) {
    operator.expect("400");
    var page = at(operator, "tables/mail/mail");
    page.getByLabel("Pattern", new Page.GetByLabelOptions().setExact(true)).selectOption("L2");
    button(page, "Find").click();
    assertThat(page.getByText("It is missing.")).isVisible();
    page.getByLabel("user", new Page.GetByLabelOptions().setExact(true))
        .fill(OpenConsole.ANN.value());
    button(page, "Find").click();
    assertThat(page.getByText("20 items")).isVisible();
    button(page, "Next page").click();
    assertThat(page.getByText("25 items")).isVisible();
    assertThat(button(page, "Next page")).hasCount(0);
    button(page, "Letter").first().click();
    var dialog = page.locator("c-item");
    assertThat(dialog.getByText("m#<received>#<id>")).isVisible();
    assertThat(dialog.getByText("2026-11-16T12:00:24Z").first()).isVisible();
    assertThat(dialog.getByText("bytes, as DynamoDB counts")).isVisible();
  }

  @Test
  void the_hottest_key_is_told(Visitor operator) {
    var page = at(operator, "heat");
    assertThat(heading(page, "test-mail mail")).isVisible();
    assertThat(page.getByText(OpenConsole.ANN.value()).first()).isVisible();
    button(page, "Since start").click();
    assertThat(button(page, "Since start")).hasAttribute("aria-pressed", "true");
  }

  @Test
  void an_alarm_shows_how_it_stands_beside_its_threshold(Visitor operator) {
    var page = at(operator, "alarms");
    var rows = page.getByRole(AriaRole.ROW);
    var collection = rows.filter(new Locator.FilterOptions().setHasText("Bytes under one key"));
    assertThat(collection).containsText("fine");
    assertThat(collection).containsText("The whole table: no key can have more.");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("Throttled requests")))
        .containsText("not measured here");
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("p99 latency")))
        .containsText("100");
  }

  @Test
  void a_dead_letter_is_replayed_and_dropping_one_asks_first(Visitor operator) {
    open.queue.giveUp("one", "no such mailbox");
    open.queue.giveUp("two", "the mailbox is full");
    var page = at(operator, "queues");
    button(page, "Replay one").click();
    assertThat(page.getByText("The job will be tried again.")).isVisible();
    assertThat(page.getByText("no such mailbox")).isHidden();
    button(page, "Drop two").click();
    button(page, "Cancel").click();
    assertThat(open.queue.deadLetters(10)).hasSize(1);
    button(page, "Drop two").click();
    button(page, "Drop").click();
    assertThat(page.getByText("Nothing was given up.")).isVisible();
    assertThat(open.queue.replayed).containsExactly("one");
  }

  @Test
  void without_an_engine_the_pages_say_so(Visitor operator) {
    open.close();
    open = OpenConsole.withoutEngine();
    for (var section : List.of("engine", "heat", "streams")) {
      var page = at(operator, section);
      assertThat(page.getByText("There is no engine in this process")).isVisible();
      page.close();
    }
  }

  @Test
  void a_server_that_went_away_is_told_and_comes_back_by_itself(Visitor operator) {
    operator.expect("net::ERR");
    operator.expect("Failed to load");
    var page = at(operator, "checks");
    assertThat(page.getByText("All checks pass.")).isVisible();
    page.route("**/api/**", route -> route.abort());
    page.evaluate("location.hash = '#/cost'");
    assertThat(page.getByText("This could not be loaded")).isVisible();
    page.unroute("**/api/**");
    button(page, "Try again").click();
    assertThat(page.getByText("Dearest patterns")).isVisible();
  }

  @Test
  void the_keyboard_reaches_everything_in_the_order_of_the_page(Visitor operator) {
    var page = at(operator, "queues");
    assertThat(page.getByText("Nothing was given up.")).isVisible();
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
        "alarms",
        "checks",
        "cost",
        "streams",
        "queues",
        "engine"
      })
  void a_section_is_fit_to_be_seen_in_light_in_dark_and_on_a_phone(
      String section, Visitor operator) {
    open.queue.giveUp("01JCQZ8M5R3V7W9X1Y2Z3A4B5C.0017", "no such mailbox");
    operator.look(
        section.replace('/', '-'),
        open.at("/#/" + section),
        page -> {
          assertThat(page.locator("main h1")).isVisible();
          assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
          assertThat(page.locator("main .card").first()).isVisible();
        });
  }
}
