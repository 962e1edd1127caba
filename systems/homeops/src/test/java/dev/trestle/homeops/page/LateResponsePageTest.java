package dev.trestle.homeops.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.HeldResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An answer that comes late does not replace what became known after it was asked for. */
@BrowserTest
final class LateResponsePageTest {
  private static HomeSite server;

  @BeforeAll
  static void start() {
    server = new HomeSite();
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  private static FamilyMember signsUp(BrowserUser user, String hash) {
    return FamilyMember.arrives(user, server, Appearance.LIGHT, hash)
        .signsUp(server.number(), "Martin");
  }

  private static JsonNode household(SignedInClient anna) {
    var body = Map.of("name", "Home", "language", "en", "member_name", "Anna");
    return server.call(anna, "POST", "/households", body).path("household");
  }

  /** The page has got an answer once it gets a later one. */
  private static void answerIsThere(FamilyMember member) {
    member.page.evaluate("fetch('/shared/theme.js').then((response) => response.text())");
  }

  @Test
  void a_household_that_is_renamed_twice_has_its_last_name(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var path = "/households/" + household.path("id").asText();
    var martin = signsUp(user, "#/join/" + household.path("invite").asText());
    martin.button("Join").click();
    assertThat(martin.page.locator(".composer")).isVisible();
    martin.goes("#/household");
    assertThat(martin.heading("Home")).isVisible();
    // Joining is news itself, after which the page reads the household.
    assertThat(martin.page.locator("[aria-label=Members]")).containsText("Martin");
    server.call(anna, "PATCH", path, Map.of("name", "Our house"));
    assertThat(martin.heading("Our house")).isVisible();
    var late = HeldResponse.first(martin.page, "GET", "/me/households$");
    server.call(anna, "PATCH", path, Map.of("name", "Villa"));
    late.await();
    server.call(anna, "PATCH", path, Map.of("name", "Cottage"));
    assertThat(martin.heading("Cottage")).isVisible();
    late.arrives();
    answerIsThere(martin);
    assertThat(martin.heading("Cottage")).isVisible();
  }

  @Test
  void a_household_that_is_made_while_the_others_are_read_is_shown(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = signsUp(user, "#/join/" + household.path("invite").asText());
    martin.button("Join").click();
    assertThat(martin.page.locator(".composer")).isVisible();
    martin.goes("#/new");
    martin.field("What do you call it?").fill("Cottage");
    var late = HeldResponse.first(martin.page, "GET", "/me/households$");
    var path = "/households/" + household.path("id").asText();
    server.call(anna, "PATCH", path, Map.of("name", "Our house"));
    late.await();
    martin.button("Create the household").click();
    assertThat(martin.page).hasTitle("Cottage · HomeOps · Trestle");
    late.arrives();
    answerIsThere(martin);
    assertThat(martin.page).hasTitle("Cottage · HomeOps · Trestle");
    martin.button("Martin").click();
    assertThat(martin.page.getByText("Our house")).isVisible();
  }

  @Test
  void of_two_sentences_the_last_one_is_explained(BrowserUser user) {
    var martin = signsUp(user, "");
    martin.field("What do you call it?").fill("Home");
    martin.button("Create the household").click();
    assertThat(martin.page.locator(".composer")).isVisible();
    martin.goes("#/why");
    var late = HeldResponse.first(martin.page, "POST", "/understand$");
    martin.tries("did the dishes");
    late.await();
    martin.tries("took out the rubbish");
    assertThat(martin.page.locator(".tried")).containsText("took out the rubbish");
    late.arrives();
    answerIsThere(martin);
    assertThat(martin.page.locator(".tried")).containsText("took out the rubbish");
  }

  /** The entries that the page reads at once. */
  private static final int PAGE = 50;

  private static FamilyMember joins(BrowserUser user, JsonNode household) {
    var martin = signsUp(user, "#/join/" + household.path("invite").asText());
    martin.button("Join").click();
    assertThat(martin.page.locator(".composer")).isVisible();
    return martin;
  }

  private static void writes(SignedInClient anna, JsonNode household, String text) {
    // Entries of the same time would be in any order.
    server.clock.advance(Duration.ofSeconds(1));
    server.call(
        anna,
        "POST",
        "/chats/" + household.path("chat_id").asText() + "/messages",
        Map.of("text", text, "client_id", UUID.randomUUID().toString()));
  }

  @Test
  void the_log_hides_no_entry_that_is_made_while_earlier_ones_are_read(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = joins(user, household);
    martin.goes("#/log");
    assertThat(martin.text("Nothing noted yet")).isVisible();
    var entries = martin.page.locator(".activity");
    var others = entries.filter(new Locator.FilterOptions().setHasNotText("dishes"));
    for (int i = 0; i < PAGE; i++) writes(anna, household, "did the dishes");
    assertThat(entries).hasCount(PAGE);
    assertThat(others).hasCount(0);
    writes(anna, household, "took out the rubbish");
    assertThat(others).hasCount(1);
    var late = HeldResponse.first(martin.page, "GET", "/activities\\?.*before=");
    martin.button("Show earlier").click();
    late.await();
    writes(anna, household, "vacuumed the living room");
    assertThat(others).hasCount(2);
    late.arrives();
    assertThat(entries).hasCount(PAGE + 2);
    assertThat(martin.button("Show earlier")).hasCount(0);
    // An entry of an earlier page stays when it is corrected.
    entries.last().getByRole(AriaRole.BUTTON).first().click();
    martin.field("How heavy was it?").selectOption("high");
    martin.button("Save").click();
    assertThat(entries.last()).containsText("heavy");
    assertThat(entries).hasCount(PAGE + 2);
  }

  @Test
  void an_earlier_entry_that_another_member_undoes_or_corrects_changes_on_an_open_page(
      BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = joins(user, household);
    martin.goes("#/log");
    var entries = martin.page.locator(".activity");
    for (int i = 0; i < PAGE + 2; i++) writes(anna, household, "did the dishes");
    assertThat(entries).hasCount(PAGE);
    martin.button("Show earlier").click();
    assertThat(entries).hasCount(PAGE + 2);
    var path = "/chats/" + household.path("chat_id").asText() + "/activities";
    var newest = server.get(anna, path).path("activities");
    var last = newest.get(newest.size() - 1).path("id").asText();
    var earlier = server.get(anna, path + "?before=" + last).path("activities");
    var oldest = "/activities/" + earlier.get(1).path("id").asText();
    server.call(anna, "PATCH", oldest, Map.of("effort", "high"));
    assertThat(entries.last()).containsText("heavy");
    server.call(anna, "POST", oldest + "/undo", Map.of());
    assertThat(entries).hasCount(PAGE + 1);
    assertThat(entries.last()).not().containsText("heavy");
    // The list stays as long as it was.
    writes(anna, household, "took out the rubbish");
    assertThat(entries).hasCount(PAGE + 2);
  }

  @Test
  void the_list_of_decisions_hides_none_while_earlier_ones_are_shown(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = joins(user, household);
    var decisions = martin.page.locator(".decision");
    for (int i = 0; i < PAGE + 2; i++) writes(anna, household, "Message " + i);
    martin.goes("#/why");
    assertThat(decisions).hasCount(PAGE);
    martin.button("Show earlier").click();
    assertThat(decisions).hasCount(PAGE + 2);
    writes(anna, household, "The last one");
    assertThat(decisions.first()).containsText("The last one");
    assertThat(decisions).hasCount(PAGE + 3);
    assertThat(martin.button("Show earlier")).hasCount(0);
  }

  @Test
  void the_chat_hides_no_message_that_is_written_while_earlier_ones_are_read(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = joins(user, household);
    for (int i = 0; i <= PAGE; i++) writes(anna, household, "Message " + i);
    assertThat(martin.message("Message " + PAGE)).isVisible();
    var late = HeldResponse.first(martin.page, "GET", "/messages\\?.*before=");
    martin.button("Show earlier messages").click();
    late.await();
    writes(anna, household, "The last one");
    assertThat(martin.message("The last one")).isVisible();
    late.arrives();
    for (int i = 0; i <= PAGE; i++) assertThat(martin.message("Message " + i)).hasCount(1);
  }

  @Test
  void an_earlier_message_that_is_edited_changes_on_an_open_page(BrowserUser user) {
    var anna = server.person();
    var household = household(anna);
    var martin = joins(user, household);
    for (int i = 0; i <= PAGE; i++) writes(anna, household, "Message " + i);
    assertThat(martin.message("Message " + PAGE)).isVisible();
    martin.button("Show earlier messages").click();
    assertThat(martin.message("Message 0")).isVisible();
    var path = "/chats/" + household.path("chat_id").asText() + "/messages";
    var newest = server.get(anna, path + "?limit=" + PAGE).path("messages");
    var last = newest.get(PAGE - 1).path("message_id").asText();
    var oldest = server.get(anna, path + "?before=" + last).at("/messages/0/message_id").asText();
    server.call(anna, "PATCH", path + "/" + oldest, Map.of("text", "The first one"));
    assertThat(martin.message("The first one")).isVisible();
    assertThat(martin.message("Message 0")).hasCount(0);
  }

  @Test
  void a_list_that_may_have_a_gap_begins_anew(BrowserUser user) {
    var martin = signsUp(user, "");
    var shown =
        martin.page.evaluate(
            """
            async () => {
              const { PAGE, PagedList } = await import('./paged-list.js');
              const before = (id) => Array.from({ length: Math.min(PAGE, id - 1) }, (_, i) => id - 1 - i);
              const list = new PagedList((id) => id);
              list.renew(before(101));
              await list.older(before);
              list.renew(before(111));
              const joined = list.entries.length;
              const late = list.older(async (id) => before(id));
              list.renew(before(301));
              await late;
              return [joined, list.entries.length, list.entries.at(-1), list.hasOlder].join(' ');
            }\
            """);
    assertThat(shown).isEqualTo("110 50 251 true");
  }
}
