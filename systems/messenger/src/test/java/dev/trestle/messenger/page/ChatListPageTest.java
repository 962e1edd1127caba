package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of chats, and Messenger as an app on the home screen. */
@BrowserTest
final class ChatListPageTest {
  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void an_archived_chat_is_out_of_the_way_until_it_is_taken_back(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var chat = bob.creates("Rowing club", ann.userId());
    bob.creates("Choir", ann.userId());
    ann.opens("Rowing club");
    ann.chooses("Archive");
    assertThat(ann.chat("Rowing club")).hasCount(0);
    assertThat(ann.chat("Choir")).isVisible();

    ann.opens("Choir");
    server.send(chat, bob.userId(), "Who rows on Sunday?");
    var archive = ann.page.locator("button.archive");
    assertThat(archive).containsText("1 with unread messages");
    assertThat(ann.page).hasTitle("Choir · Messenger · Trestle");
    archive.click();
    assertThat(ann.chat("Rowing club")).containsText("Who rows on Sunday?");
    ann.inspects("archive");

    ann.opens("Rowing club");
    ann.chooses("Unarchive");
    assertThat(archive).hasCount(0);
    assertThat(ann.chat("Rowing club")).isVisible();
    ann.page.reload();
    assertThat(ann.chat("Rowing club")).isVisible();
  }

  @Test
  void a_browser_can_install_it(BrowserUser visitor) {
    var page = visitor.open(server.page());
    var address = page.locator("link[rel=manifest]").evaluate("(link) => link.href");
    var response = page.request().get(String.valueOf(address));
    assertThat(response).isOK();
    assertThat(response.headers().get("content-type")).isEqualTo("application/manifest+json");
    var manifest = JsonParser.parseString(response.text()).getAsJsonObject();
    assertThat(manifest.get("display").getAsString()).isEqualTo("standalone");
    var start = server.page().resolve(manifest.get("start_url").getAsString());
    assertThat(start).isEqualTo(server.page());
    var icons = manifest.getAsJsonArray("icons");
    assertThat(icons).isNotEmpty();
    for (var icon : icons) {
      var source = icon.getAsJsonObject().get("src").getAsString();
      assertThat(page.request().get(server.page().resolve(source).toString())).isOK();
    }
  }
}
