package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.gen.Property;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** List, title and API show the same unread count, whichever device does what. */
@BrowserTest
final class UnreadPageTest {
  private static final int ACTIONS = 30;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String COUNT =
      "([chat, count]) => document.querySelector('m-app').model?.chats.get(chat)?.unread_count"
          + " === count";
  private static final String API_COUNT =
      "async (chat) => (await document.querySelector('m-app').model.session.one('/chats/' + chat))"
          + ".unread_count";

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void the_page_counts_like_the_server_after_random_actions_elsewhere(
      BrowserUser one, BrowserUser other) {
    long seed = Property.seed();
    var random = new Random(seed);
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var chat = ann.chatId();
    ann.page.navigate(server.page() + "#/settings");
    var me = ann.userId();
    var unread = new ArrayList<Long>();
    long newest = 1;
    for (int action = 0; action < ACTIONS; action++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          newest = server.send(chat, bob.userId(), "From Bob " + action);
          unread.add(newest);
        }
        case 3, 4 -> newest = server.send(chat, me, "From another device " + action);
        case 5 -> {
          long mark = 1 + random.nextLong(newest);
          server.messenger.watermarks().read(new UserId(me), new ChatId(chat), mark);
          unread.removeIf(sequence -> sequence <= mark);
        }
        case 6 -> ann.page.reload();
        default -> {
          ann.opens("Bob Kim");
          Await.slowly(() -> ann.page.evaluate(API_COUNT, chat).equals(0), PATIENCE);
          ann.page.navigate(server.page() + "#/settings");
          unread.clear();
        }
      }
      check(ann, chat, unread.size(), "seed %d, action %d".formatted(seed, action));
    }
  }

  private static void check(PageUser ann, String chat, int count, String when) {
    ann.page.waitForFunction(COUNT, List.of(chat, count));
    var badge = ann.chat("Bob Kim").locator(".count");
    if (count == 0) assertThat(badge).hasCount(0);
    else assertThat(badge).hasText(count + " unread");
    assertThat(ann.page).hasTitle((count == 0 ? "" : "(" + count + ") ") + "Messenger · Trestle");
    assertThat(ann.page.evaluate(API_COUNT, chat)).as(when).isEqualTo(count);
  }
}
