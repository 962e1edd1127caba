package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.WebSocketRoute;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.testing.CameraFile;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two people talk. */
@BrowserTest
final class ConversationPageTest {
  private static final Pattern REQUEST = Pattern.compile("\"request_id\":\"([^\"]+)\"");

  private static PageServer server;

  /** A machine that builds and tests other things at the same time is slow. */
  @BeforeAll
  static void start() {
    server = new PageServer();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void what_one_says_the_other_reads_and_both_see_it(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Hello Bob");
    ann.sees("Hello Bob", "delivered");
    assertThat(bob.chat("Ann Lee")).containsText("Hello Bob");
    assertThat(bob.chat("Ann Lee").locator(".count")).containsText("1");
    assertThat(bob.page).hasTitle("(1) Messenger · Trestle");
    bob.opens("Ann Lee");
    bob.hears("Hello Bob");
    assertThat(bob.chat("Ann Lee").locator(".count")).hasCount(0);
    ann.sees("Hello Bob", "read");
    bob.field("Message").pressSequentially("Hello");
    assertThat(ann.note()).hasText("typing…");
    bob.says("Hello Ann");
    ann.hears("Hello Ann");
    assertThat(ann.note()).hasText("Online");
    // Announced to screen readers.
    assertThat(ann.page.locator("[aria-live=polite]").getByText("Bob Kim: Hello Ann")).hasCount(1);
  }

  @Test
  void people_see_who_is_online_unless_one_of_them_hides_it(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Hello Bob");
    assertThat(ann.note()).hasText("Online");
    assertThat(ann.chat("Bob Kim").locator(".online")).isVisible();
    assertThat(bob.chat("Ann Lee").locator(".online")).isVisible();
    ann.inspects("messenger-online");

    bob.page.navigate(server.page() + "#/settings");
    bob.field("Show when I'm online and last seen").click();
    assertThat(ann.note()).hasText("Direct chat");
    assertThat(ann.chat("Bob Kim").locator(".online")).hasCount(0);
    assertThat(bob.chat("Ann Lee").locator(".online")).hasCount(0);
    bob.field("Show when I'm online and last seen").click();
    assertThat(ann.note()).hasText("Online");
    assertThat(bob.chat("Ann Lee").locator(".online")).isVisible();

    bob.page.navigate("about:blank");
    assertThat(ann.note()).containsText("Last seen");
    assertThat(ann.chat("Bob Kim").locator(".online")).hasCount(0);
  }

  @Test
  void a_message_is_answered_edited_reacted_to_and_deleted(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("We leave at eight");
    bob.opens("Ann Lee");
    bob.does("We leave at eight", "Reply");
    bob.says("Fine with me");
    assertThat(ann.message("Fine with me").locator(".quote")).containsText("We leave at eight");

    bob.message("We leave at eight").first().hover();
    bob.message("We leave at eight").first().getByLabel("React").click();
    bob.page
        .getByRole(AriaRole.MENUITEMRADIO, new Page.GetByRoleOptions().setName("Heart"))
        .click();
    assertThat(ann.page.getByLabel("Heart by Bob Kim")).isVisible();
    assertThat(bob.page.getByLabel("Heart by You")).isVisible();

    // Arrow up in an empty field edits the last message.
    ann.field("Message").press("ArrowUp");
    ann.field("Edit the message").fill("We leave at nine");
    ann.field("Edit the message").press("Enter");
    assertThat(bob.message("We leave at nine").first()).containsText("edited");
    assertThat(bob.message("Fine with me").locator(".quote")).containsText("We leave at nine");

    bob.does("Fine with me", "Delete for everyone");
    bob.agrees("Delete");
    assertThat(ann.page.getByText("This message was deleted.")).isVisible();
    assertThat(ann.chat("Bob Kim")).containsText("Message deleted");
    assertThat(ann.page.getByText("Fine with me")).hasCount(0);
  }

  @Test
  void a_photo_and_a_file_are_sent_in_the_order_they_were_chosen_in(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var input = ann.page.locator(".composer-files");
    input.setInputFiles(
        new FilePayload[] {
          new FilePayload("harbour.jpg", "image/jpeg", CameraFile.jpeg(800, 500, 1)),
          new FilePayload("tides.txt", "text/plain", "High at nine".getBytes(UTF_8))
        });
    assertThat(ann.page.locator(".attachment")).hasCount(2);
    ann.field("Message").fill("The harbour today");
    ann.inspects("messenger-attachments");
    ann.button("Send").click();
    assertThat(ann.page.locator(".attachment")).hasCount(0);
    assertThat(ann.message("The harbour today").locator(".photo img")).isVisible();

    bob.opens("Ann Lee");
    assertThat(bob.message("The harbour today").locator(".photo img")).isVisible();
    assertThat(bob.page.locator("button.file")).hasText("Save tides.txt12 B");
    bob.inspects("messenger-files");
    assertThat(bob.chat("Ann Lee")).containsText("tides.txt");
  }

  @Test
  void history_is_read_back_as_far_as_one_scrolls_and_searched(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var chat = ann.chatId();
    var speaker = bob.userId();
    server.send(chat, ann.userId(), "The needle lies here");
    for (int i = 1; i <= 230; i++) server.send(chat, speaker, "Straw " + i);
    ann.hears("Straw 230");
    ann.page.reload();
    ann.hears("Straw 230");
    assertThat(ann.message("Straw 100")).hasCount(0);

    ann.chooses("Search");
    ann.field("Search in this chat").last().fill("needle");
    ann.page.locator(".find-text").getByText("needle").click();
    assertThat(ann.message("The needle lies here")).isInViewport();
    assertThat(ann.message("The needle lies here")).isFocused();
    assertThat(ann.page.locator(".older")).hasCount(0);
    assertThat(ann.page.locator(".msg")).hasCount(231);

    ann.button("Jump to the end").click();
    assertThat(ann.message("Straw 230")).isInViewport();
    // A user who reads older messages is not scrolled to the end.
    ann.message("Straw 50").first().scrollIntoViewIfNeeded();
    assertThat(ann.button("Jump to the end")).isVisible();
    server.send(chat, speaker, "One more straw");
    assertThat(ann.button("Jump to the end, 1 new")).isVisible();
    assertThat(ann.message("Straw 50").first()).isInViewport();
  }

  @Test
  void what_is_written_offline_goes_out_once_and_what_was_missed_is_marked(
      BrowserUser one, BrowserUser other) {
    other.expectError("ERR_INTERNET_DISCONNECTED");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Before");
    bob.opens("Ann Lee");
    bob.hears("Before");

    other.context(Appearance.LIGHT).setOffline(true);
    assertThat(bob.page.getByText("No connection. Reconnecting…")).isVisible();
    ann.says("Missed 1");
    ann.says("Missed 2");
    ann.sees("Missed 2", "sent");
    bob.says("Written offline");
    bob.sees("Written offline", "waiting");
    assertThat(bob.message("Missed 2")).hasCount(0);

    other.context(Appearance.LIGHT).setOffline(false);
    assertThat(bob.page.getByText("Caught up: 2 new messages")).isVisible();
    bob.hears("Missed 1");
    bob.hears("Missed 2");
    assertThat(bob.page.getByText("New messages", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    ann.hears("Written offline");
    assertThat(ann.message("Written offline")).hasCount(1);
    assertThat(bob.message("Written offline")).hasCount(1);
    bob.sees("Written offline", "read");
    ann.sees("Missed 2", "read");
  }

  @Test
  void a_server_that_does_not_answer_for_a_moment_is_asked_again(
      BrowserUser one, BrowserUser other) {
    var wasRefused = new AtomicBoolean();
    one.context(Appearance.LIGHT)
        .routeWebSocket(Pattern.compile("/v1/ws"), socket -> refuseSync(socket, wasRefused));
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    server.send(ann.chatId(), bob.userId(), "Hello Ann");
    ann.hears("Hello Ann");
    assertThat(wasRefused).isTrue();
  }

  /** Refuses the first request for missed entries, and lets everything else pass. */
  private static void refuseSync(WebSocketRoute socket, AtomicBoolean wasRefused) {
    var behind = socket.connectToServer();
    socket.onMessage(frame -> {
      var request = REQUEST.matcher(frame.text());
      boolean isSync = frame.text().contains("sync_request") && request.find();
      if (isSync && wasRefused.compareAndSet(false, true)) {
        socket.send(
            """
            {"type": "error", "request_id": "%s", "payload": {"code": "SERVICE_UNAVAILABLE"}}
            """
                .formatted(request.group(1)));
      } else {
        behind.send(frame.text());
      }
    });
  }

  @Test
  void what_waits_to_be_sent_and_what_was_begun_survive_a_reload(
      BrowserUser one, BrowserUser other) {
    one.expectError("ERR_INTERNET_DISCONNECTED");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Before");
    one.context(Appearance.LIGHT).setOffline(true);
    assertThat(ann.note()).hasText("No connection");
    ann.says("Sent after the reload");
    ann.field("Message").fill("Only begun");
    one.context(Appearance.LIGHT).setOffline(false);
    ann.page.reload();
    bob.opens("Ann Lee");
    bob.hears("Sent after the reload");
    assertThat(bob.message("Sent after the reload")).hasCount(1);
    assertThat(ann.message("Sent after the reload")).hasCount(1);
    assertThat(ann.field("Message")).hasValue("Only begun");
  }

  @Test
  void words_that_look_like_markup_are_shown_as_words(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "<img src=x onerror=alert(1)>");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var text = "<b onclick=alert(1)>bold</b> javascript:alert(1) https://example.org/?a=1&b=2.";
    ann.says(text);
    bob.opens("<img src=x onerror=alert(1)>");
    assertThat(bob.message("bold").locator(".msg-text")).hasText(text);
    var links = bob.message("bold").locator("a");
    assertThat(links).hasCount(1);
    assertThat(links).hasAttribute("href", "https://example.org/?a=1&b=2");
    assertThat(links).hasAttribute("rel", "noopener noreferrer");
    assertThat(bob.page.locator("img").count()).isZero();
  }
}
