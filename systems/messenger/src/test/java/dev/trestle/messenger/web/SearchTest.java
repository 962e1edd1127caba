package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One search over all chats of a user. */
class SearchTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<String> found(ChatUser user, String query) {
    var contents = new ArrayList<String>();
    user.get("/search?" + query)
        .data()
        .forEach(entry -> contents.add(entry.path("content").asText()));
    return contents;
  }

  @Test
  void messages_are_found_in_every_chat_of_the_user_and_in_no_other() {
    var first = ann.group("First", bo);
    var second = ann.group("Second");
    var foreign = bo.group("Foreign");
    ann.send(first, "a", "The red boat");
    bo.send(first, "b", "A boat, but blue");
    ann.send(second, "c", "No ship at all");
    ann.send(second, "d", "Red BOAT again");
    bo.send(foreign, "e", "A red boat that is none of her business");
    assertThat(found(ann, "q=boat"))
        .containsExactlyInAnyOrder("The red boat", "A boat, but blue", "Red BOAT again");
    assertThat(found(ann, "q=boat%20red"))
        .containsExactlyInAnyOrder("The red boat", "Red BOAT again");
    assertThat(ann.get("/search?q=").status()).isEqualTo(400);
  }

  @Test
  void a_search_goes_on_where_it_stopped_until_everything_was_found_once() {
    var wanted = new ArrayList<String>();
    for (int chat = 0; chat < 5; chat++) {
      var id = ann.group("Group " + chat, bo);
      for (int text = 0; text < 7; text++) {
        var content = "Needle " + chat + "." + text;
        bo.send(id, "m" + chat + "x" + text, content);
        wanted.add(content);
      }
    }
    fixture.awaitPublished();
    var found = new ArrayList<String>();
    var cursor = "";
    do {
      var page = ann.get("/search?q=needle&limit=4" + cursor);
      page.data().forEach(entry -> found.add(entry.path("content").asText()));
      cursor = "&cursor=" + page.body().path("pagination").path("next_cursor").asText();
    } while (!cursor.equals("&cursor="));
    assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
  }
}
