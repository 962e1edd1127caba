package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of chats, and Messenger as an app on the home screen. */
@BrowserTest
final class ChatListPageTest {
  /** Pages of chats that no server has. */
  private static final int OTHER_PAGES = 6;

  /** One pixel. */
  private static final byte[] PICTURE =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

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
  void the_chats_of_a_user_who_has_very_many_are_all_listed_and_each_picture_is_loaded_once(
      BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.creates("Rowing club");
    assertThat(ann.chat("Rowing club")).isVisible();
    var pictures = new ArrayList<String>();
    ann.page.route(
        Pattern.compile("/members/[^/]+/picture"),
        route -> {
          pictures.add(route.request().url());
          route.fulfill(
              new Route.FulfillOptions().setContentType("image/gif").setBodyBytes(PICTURE));
        });
    ann.page.route(
        Pattern.compile("/api/v1/chats\\?limit=100"),
        route -> {
          var cursor = Pattern.compile("cursor=p(\\d+)").matcher(route.request().url());
          int page = cursor.find() ? Integer.parseInt(cursor.group(1)) : 0;
          var all = server.page().resolve("/api/v1/chats?limit=100").toString();
          var real = route.fetch(new Route.FetchOptions().setUrl(all));
          var body = page < OTHER_PAGES ? others(real.text(), page) : real.text();
          route.fulfill(new Route.FulfillOptions().setResponse(real).setBody(body));
        });
    ann.page.reload();
    assertThat(ann.chat("Rowing club")).isVisible();
    ann.page.waitForCondition(
        () -> Set.copyOf(pictures).size() == OTHER_PAGES * 100,
        new Page.WaitForConditionOptions().setTimeout(120_000));
    assertThat(pictures).doesNotHaveDuplicates();
  }

  /** A hundred direct chats that come before those of a list, and a cursor for what follows. */
  private static String others(String list, int page) {
    var body = JsonParser.parseString(list).getAsJsonObject();
    var chat = body.getAsJsonArray("data").get(0).getAsJsonObject();
    var chats = new JsonArray();
    for (int i = page * 100; i < (page + 1) * 100; i++) {
      var peer = new JsonObject();
      peer.addProperty("user_id", "user_%026d".formatted(i));
      peer.addProperty("display_name", "Other " + i);
      peer.addProperty("picture_id", "pic_%026d".formatted(i));
      var other = chat.deepCopy();
      other.remove("name");
      other.addProperty("chat_id", "chat_%026d".formatted(i));
      other.addProperty("chat_type", "direct");
      other.add("peer", peer);
      chats.add(other);
    }
    body.add("data", chats);
    var pagination = new JsonObject();
    pagination.addProperty("has_more", true);
    pagination.addProperty("next_cursor", "p" + (page + 1));
    body.add("pagination", pagination);
    return body.toString();
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
