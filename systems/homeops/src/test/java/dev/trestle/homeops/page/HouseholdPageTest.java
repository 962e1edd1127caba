package dev.trestle.homeops.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The first minutes of a family, and the whole page in light, in dark and on a phone. */
@BrowserTest
final class HouseholdPageTest {
  /** More messages than fit on a screen. */
  private static final int LONG = 24;

  private static final String LONG_NAME = "Storgatan 4, the yellow house behind the old harbour";

  private static final List<String> SAID =
      List.of(
          "diskat",
          "lagat mat och slängt soporna",
          "jag tar tvätten ikväll",
          "disken är full",
          "vem diskade senast?",
          "tog en tupplur",
          "שלום לכולם");

  private static HomeSite server;

  @BeforeAll
  static void start() {
    server = new HomeSite();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_swedish_family_makes_a_household_and_writes_as_always(BrowserUser one, BrowserUser other) {
    var anna = FamilyMember.arrives(one, server, Appearance.LIGHT, "").signsUp(number(), "Anna");
    assertThat(anna.inLanguage("en")).hasCount(1);
    anna.field("What do you call it?").fill("Storgatan 4");
    anna.field("The household’s language").selectOption("sv");
    anna.button("Create the household").click();

    // The page follows the household's language. What was done is noted, and nothing is said.
    assertThat(anna.text("Skriv vad du har gjort")).isVisible();
    assertThat(anna.inLanguage("sv")).hasCount(1);
    anna.writes("diskat");
    assertThat(anna.marks("diskat")).containsText("✓ diskning");
    assertThat(anna.page.locator(".assistant")).hasCount(0);

    // Martin follows the invite, sees the chat, and asks.
    anna.goes("#/household");
    assertThat(anna.text("1 medlem")).isVisible();
    var link = anna.page.locator("t-code code").textContent();
    var martin =
        FamilyMember.arrives(other, server, Appearance.PHONE, link.substring(link.indexOf('#')))
            .signsUp(number(), "Martin");
    martin.button("Join").click();
    assertThat(martin.marks("diskat")).containsText("✓ diskning");
    assertThat(anna.page.locator("[aria-label=Medlemmar]")).containsText("Martin");
    assertThat(anna.text("2 medlemmar")).isVisible();
    martin.writes("vem diskade senast?");
    assertThat(martin.page.locator(".assistant .msg-text")).containsText("diskning: Anna");

    // Anna sees both at once, corrects what was noted, and takes it back.
    anna.goes("#/");
    assertThat(anna.page.locator(".assistant .msg-text")).containsText("diskning: Anna");
    anna.marks("diskat").click();
    anna.choice("Rätta…").click();
    anna.field("Vad").selectOption("tvätt");
    anna.button("Spara").click();
    assertThat(martin.marks("diskat")).containsText("✓ tvätt");
    anna.goes("#/log");
    anna.button("Ångra tvätt").click();
    assertThat(anna.text("Inget noterat än")).isVisible();
    assertThat(martin.marks("diskat")).hasCount(0);

    // A silence is explained.
    martin.writes("disken är full");
    martin.goes("#/why");
    assertThat(martin.page.locator(".decision").first()).containsText("disken är full");
    assertThat(martin.page.locator(".decision").first()).containsText("Tyst");
    martin.tries("har du diskat?");
    assertThat(martin.page.locator(".tried")).containsText("Det är en fråga.");

    // Martin reads English on his phone, and Anna's page stays Swedish.
    martin.goes("#/household");
    martin.field("Sidans språk").selectOption("en");
    assertThat(martin.heading("Your own words")).isVisible();
    martin.page.reload();
    assertThat(martin.heading("Your own words")).isVisible();
    assertThat(martin.inLanguage("en")).hasCount(1);
    assertThat(anna.inLanguage("sv")).hasCount(1);
  }

  private static String number() {
    return server.number();
  }

  @Test
  void promises_words_and_settings_are_kept(BrowserUser user) {
    var anna = FamilyMember.arrives(user, server, Appearance.LIGHT, "").signsUp(number(), "Anna");
    anna.field("What do you call it?").fill("Home");
    anna.button("Create the household").click();

    anna.button("I’ll do the laundry tonight").click();
    assertThat(anna.message("I’ll do the laundry tonight").locator(".badge"))
        .containsText("laundry by today");
    anna.writes("did the laundry");
    assertThat(anna.message("I’ll do the laundry tonight").locator(".badge"))
        .containsText("promise kept");
    anna.goes("#/promises");
    assertThat(anna.page.locator("[aria-label=Before]")).containsText("Kept");
    anna.goes("#/mine");
    assertThat(anna.page.locator("t-stat").first()).containsText("2");

    anna.goes("#/household");
    anna.field("When we write").fill("fixed the flea");
    anna.field("we mean").selectOption("tvätt");
    anna.button("Add").click();
    assertThat(anna.page.locator("section[aria-labelledby=h-words] li")).containsText("laundry");
    anna.field("Name").fill("Mill House");
    anna.button("Save").click();
    assertThat(anna.heading("Mill House")).isVisible();
    anna.goes("#/");
    anna.writes("fixed the flea");
    assertThat(anna.marks("fixed the flea")).containsText("✓ laundry");

    // An edit is understood anew, and the keyboard reaches everything.
    anna.message("did the laundry").hover();
    anna.message("did the laundry").locator(".tools > button").click();
    anna.choice("Edit").click();
    anna.writes("did the dishes");
    assertThat(anna.marks("did the dishes")).containsText("✓ dishes");
    anna.page.reload();
    assertThat(anna.marks("did the dishes")).containsText("✓ dishes");
    var stops = FocusOrder.of(anna.page);
    assertThat(stops).noneMatch(stop -> stop.startsWith("unseen"));
    assertThat(stops).contains("Skip to content", "Messages", "Message", "Send");
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "PHONE_DARK"})
  void a_long_chat_opens_at_its_end_and_stays_there(Appearance appearance, BrowserUser user) {
    var anna = server.person();
    var household =
        server
            .call(anna, "POST", "/households", Map.of("name", "Home", "member_name", "Anna"))
            .path("household");
    var chat = household.path("chat_id").asText();
    for (int i = 0; i < LONG; i++) {
      server.write(anna, chat, i % 2 == 0 ? "diskat" : "hej på er alla");
    }
    var martin =
        FamilyMember.arrives(
                user, server, appearance, "#/join/" + household.path("invite").asText())
            .signsUp(number(), "Martin");
    martin.button("Join").click();
    assertThat(martin.page.locator(".button.mark")).hasCount(LONG / 2);
    martin.awaitsEnd();
    martin.page.reload();
    assertThat(martin.page.locator(".button.mark")).hasCount(LONG / 2);
    martin.awaitsEnd();
    user.screenshot("long-chat", martin.page, appearance);

    // What is new comes into view, with its mark, unless one is reading further up.
    server.write(anna, chat, "dammsugit");
    assertThat(martin.marks("dammsugit")).hasCount(1);
    martin.awaitsEnd();
    martin.scrollsToStart();
    server.write(anna, chat, "lagat mat");
    assertThat(martin.marks("lagat mat")).hasCount(1);
    assertThat(martin.scrollTop()).isZero();
    martin.writes("tack!");
    assertThat(martin.message("tack!")).hasCount(1);
    martin.awaitsEnd();
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, en", "TABLET, en", "PHONE_DARK, sv"})
  void all_of_it_looks_right(Appearance appearance, String language, BrowserUser user) {
    var anna = server.person();
    var household =
        server
            .call(
                anna,
                "POST",
                "/households",
                Map.of("name", LONG_NAME, "language", language, "member_name", "Anna"))
            .path("household");
    var chat = household.path("chat_id").asText();
    for (var text : SAID) server.write(anna, chat, text);
    boolean isSwedish = language.equals("sv");
    var martin =
        isSwedish
            ? FamilyMember.arrivesInSwedish(user, server, appearance)
            : FamilyMember.arrives(user, server, appearance, "");
    var tour = new Tour(martin, appearance, isSwedish);
    tour.check("welcome", "Sign in", "Logga in");
    if (isSwedish) martin.signsUpInSwedish(number(), "Martin");
    else martin.signsUp(number(), "Martin");
    tour.check("start", "Welcome home", "Välkommen hem");
    martin.goes("#/join/" + household.path("invite").asText());
    martin.button(tour.either("Join", "Gå med")).click();
    assertThat(martin.marks("lagat mat och slängt soporna")).hasCount(2);
    martin.writes("har dammsugit");
    assertThat(martin.marks("har dammsugit")).hasCount(1);
    assertThat(martin.message("שלום לכולם").locator(".bubble")).hasCSS("direction", "rtl");
    assertThat(martin.message("har dammsugit").locator(".bubble")).hasCSS("direction", "ltr");
    tour.check("chat");
    martin.message("har dammsugit").hover();
    martin.message("har dammsugit").locator(".tools > button").click();
    martin.choice(tour.either("What did HomeOps make of it?", "Hur förstod HomeOps det?")).click();
    assertThat(martin.page.locator("t-dialog .badge"))
        .containsText(tour.either("Noted", "Noterat"));
    tour.check("explained");
    martin.page.keyboard().press("Escape");
    martin.goes("#/log");
    tour.check("log", "Habits", "Vanor");
    martin.button(tour.either("Correct vacuuming", "Rätta dammsugning")).click();
    assertThat(martin.field(tour.either("How heavy was it?", "Hur tungt var det?"))).isVisible();
    tour.check("correct");
    martin.page.keyboard().press("Escape");
    tour.visit("promises", "Open", "Att göra");
    tour.visit("why", "Try a sentence", "Prova en mening");
    tour.visit("mine", "Your weeks", "Dina veckor");
    tour.visit("household", "Your own words", "Era egna ord");
  }

  /** Visits one section after the other in one appearance and one language. */
  private record Tour(FamilyMember member, Appearance appearance, boolean isSwedish) {
    String either(String english, String swedish) {
      return isSwedish ? swedish : english;
    }

    void visit(String section, String english, String swedish) {
      member.goes("#/" + section);
      check(section, english, swedish);
    }

    /** Waits for a heading of the section first. */
    void check(String section, String english, String swedish) {
      assertThat(member.heading(either(english, swedish))).isVisible();
      check(section);
    }

    void check(String section) {
      var name = section + either("-en", "-sv");
      member.user.checkAppearance(name, member.page, appearance);
    }
  }
}
