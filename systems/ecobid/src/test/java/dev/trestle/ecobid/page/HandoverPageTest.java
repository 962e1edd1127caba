package dev.trestle.ecobid.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two people at once, from listing something to picking it up. */
@BrowserTest
final class HandoverPageTest {
  private static MarketSite server;

  @BeforeAll
  static void start() {
    server = new MarketSite();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void two_people_hand_something_over(BrowserUser one, BrowserUser other) {
    // Bob looks around before there is anything.
    var bob = MarketVisitor.arrives(other, server);
    assertThat(bob.text("Nothing here right now")).isVisible();

    var ann = MarketVisitor.arrives(one, server);
    ann.goes("#/give");
    ann.signsUp(server.number(), "Ann");
    lists(ann, "Blue kettle");

    // It appears in front of Bob by itself, and its address does not.
    assertThat(bob.card("Blue kettle")).isVisible();
    bob.opens("Blue kettle");
    assertThat(bob.text("The first person to ask gets it.")).isVisible();
    assertThat(bob.page.content()).doesNotContain("Mill Lane 7");
    bob.button("I’d like it").click();
    bob.signsUp(server.number(), "Bob");
    assertThat(bob.heading("Reserved for you")).isVisible();
    assertThat(bob.page.content()).doesNotContain("Mill Lane 7");

    // Ann still looks at her item and sees that somebody has asked.
    assertThat(ann.heading("Bob would like it")).isVisible();
    ann.goes("#/mine");
    ann.text("Name a pickup time for Bob").click();
    ann.button("Confirm").click();
    assertThat(ann.text("Bob comes tomorrow at 18:00")).isVisible();

    assertThat(bob.heading("Pick it up tomorrow at 18:00")).isVisible();
    assertThat(bob.page.locator(".panel .address")).containsText("Mill Lane 7");
    bob.goes("#/mine");
    bob.text("Pick it up tomorrow at 18:00").click();
    bob.button("I have picked it up").click();
    assertThat(bob.heading("Picked up")).isVisible();

    assertThat(ann.heading("Bob has picked it up")).isVisible();
    ann.button("Confirm").click();
    ann.page.locator("t-dialog form input[value='4']").check();
    ann.button("Rate").click();
    assertThat(ann.heading("Given to Bob")).isVisible();
    assertThat(ann.text("You have rated Bob.")).isVisible();

    assertThat(bob.heading("It is yours")).isVisible();
    bob.button("Rate Ann").click();
    bob.button("Rate").click();
    assertThat(bob.text("You have rated Ann.")).isVisible();
  }

  private static void lists(MarketVisitor ann, String title) {
    ann.page
        .locator("input[type=file]")
        .setInputFiles(new FilePayload("photo.jpg", "image/jpeg", photo()));
    assertThat(ann.page.locator(".give-photo img")).isVisible();
    ann.field("What is it?").fill(title);
    ann.page.locator(".chip", new Page.LocatorOptions().setHasText("Home")).click();
    ann.page.locator(".choice", new Page.LocatorOptions().setHasText("First come")).click();
    ann.field("Address, door, floor (optional)").fill("Mill Lane 7");
    ann.page.locator("form .button.large").click();
    assertThat(ann.heading(title)).isVisible();
    assertThat(ann.page.locator(".gallery-main img")).isVisible();
  }

  private static byte[] photo() {
    var bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(new BufferedImage(640, 480, BufferedImage.TYPE_INT_RGB), "jpg", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void a_question_is_answered_and_a_phone_number_in_it_is_flagged(BrowserUser other) {
    var giver = server.person();
    var item = server.give(giver, "Garden bench", Map.of("sharing", "first"));
    var bob = MarketVisitor.arrives(other, server);
    bob.goes("#/item/" + item);
    bob.field("Message").fill("Is it heavy? Call me at +46 70 174 06 99");
    bob.button("Send").click();
    bob.signsUp(server.number(), "Bob");
    assertThat(bob.page.locator(".line")).containsText("Is it heavy?");
    assertThat(bob.text("has a phone number")).isVisible();

    var messages = "/items/" + item + "/messages";
    var asker = server.get(giver, messages).path("messages").get(0).path("with").asText();
    server.post(giver, messages, Map.of("text", "Two can carry it.", "with", asker));
    server.post(giver, messages, Map.of("text", "שלום לכולם", "with", asker));
    assertThat(bob.text("Two can carry it.")).isVisible();
    assertThat(bob.text("שלום לכולם")).hasCSS("direction", "rtl");
    assertThat(bob.page.locator(".lines > .own")).hasCount(1);
  }
}
