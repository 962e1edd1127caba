package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Unread are the texts of others after one's read mark, however one got there. */
class UnreadCountTest {
  private static final int ACTIONS = 150;

  /** More entries than are read to count. */
  private static final int MANY = 1100;

  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser phone = fixture.user();
  private final ChatUser laptop = fixture.signIn(phone.number, "laptop");
  private final ChatUser tablet = fixture.signIn(phone.number, "tablet");
  private final List<ChatUser> devices = List.of(phone, laptop, tablet);
  private final ChatUser bo = fixture.user();
  private final ChatUser eva = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static long unread(ChatUser device, String chat) {
    return device.get("/chats/" + chat).data().path("unread_count").asLong();
  }

  @Test
  void an_answer_of_ones_own_neither_hides_nor_counts_what_is_unread() {
    var chat = bo.direct(phone);
    bo.send(chat, "b1", "One");
    bo.send(chat, "b2", "Two");
    phone.send(chat, "p1", "From the phone, without reading");
    assertThat(unread(laptop, chat)).isEqualTo(2);
    bo.send(chat, "b3", "Three");
    assertThat(unread(laptop, chat)).isEqualTo(3);
    assertThat(laptop.get("/chats").data().get(0).path("unread_count").asLong()).isEqualTo(3);
  }

  @Test
  void what_is_read_on_one_device_is_told_to_the_others() {
    var chat = bo.direct(phone);
    bo.send(chat, "b1", "One");
    try (var other = RawSocket.open(fixture, laptop);
        var socket = RawSocket.open(fixture, phone)) {
      other.await("connection_established");
      socket.await("connection_established");
      socket.say("read", Map.of("chat_id", chat, "sequence", 2));
      var receipt = other.await("receipt");
      assertThat(receipt.path("user_id").asText()).isEqualTo(phone.id);
      assertThat(receipt.path("last_read_sequence").asLong()).isEqualTo(2);
      assertThat(unread(laptop, chat)).isZero();
    }
  }

  @Test
  void more_than_a_thousand_texts_are_counted_too() {
    var chat = bo.direct(phone);
    phone.send(chat, "p1", "From the phone, without reading");
    for (int i = 0; i < MANY; i++) bo.send(chat, "b" + i, "Text " + i);
    assertThat(unread(laptop, chat)).isEqualTo(MANY);
    var mark = Map.of("last_read_sequence", 12);
    laptop.patch("/delivery-state/" + chat, mark);
    assertThat(unread(phone, chat)).isEqualTo(MANY - 10);
  }

  /** The chat as counted by hand. */
  private static final class HandCount {
    private record Said(long sequence, String sender) {}

    private final List<Said> texts = new ArrayList<>();
    private long newest = 1;
    private long read;
    private long joined = Long.MAX_VALUE;

    void said(long sequence, String sender) {
      texts.add(new Said(sequence, sender));
      newest = sequence;
    }

    long unread(String reader) {
      return texts.stream()
          .filter(text -> text.sequence > read && !text.sender.equals(reader))
          .count();
    }

    /** Of a member who joined late, and neither reads nor writes. */
    long unreadSinceJoining() {
      return texts.stream().filter(text -> text.sequence > joined).count();
    }
  }

  @Test
  void after_random_actions_on_three_devices_the_count_is_the_count_by_hand() {
    long seed = Property.seed();
    var random = new Random(seed);
    var chat = bo.group("Crew", phone, eva);
    var late = fixture.user();
    var hand = new HandCount();
    for (int action = 0; action < ACTIONS; action++) {
      if (action == ACTIONS / 3) join(late, chat, hand);
      var device = devices.get(random.nextInt(devices.size()));
      switch (random.nextInt(6)) {
        case 0 -> say(device, chat, action, hand);
        case 1, 2 -> say(random.nextBoolean() ? bo : eva, chat, action, hand);
        case 3 -> amend(random.nextBoolean() ? bo : device, chat, action, hand, random);
        case 4 -> read(device, chat, 1 + random.nextLong(hand.newest), hand);
        default -> read(device, chat, hand.newest, hand);
      }
      var seen = devices.get(random.nextInt(devices.size())).get("/chats").data().get(0);
      assertThat(seen.path("unread_count").asLong())
          .as("seed %d, action %d", seed, action)
          .isEqualTo(hand.unread(phone.id));
      assertThat(seen.path("last_read_sequence").asLong()).as("seed %d", seed).isEqualTo(hand.read);
      if (action < ACTIONS / 3) continue;
      assertThat(unread(late, chat))
          .as("seed %d, action %d", seed, action)
          .isEqualTo(hand.unreadSinceJoining());
    }
  }

  private void join(ChatUser late, String chat, HandCount hand) {
    bo.post("/chats/" + chat + "/members", Map.of("user_ids", List.of(late.id)));
    hand.newest = late.get("/chats/" + chat).data().path("last_sequence").asLong();
    hand.joined = hand.newest;
  }

  private static void say(ChatUser sender, String chat, int action, HandCount hand) {
    var sent = sender.send(chat, "m" + action, "Text " + action).data();
    hand.said(sent.path("sequence").asLong(), sender.id);
  }

  /** A reaction or, to one's own text, an edit or a deletion: an entry that does not count. */
  private static void amend(
      ChatUser author, String chat, int action, HandCount hand, Random random) {
    if (hand.texts.isEmpty()) return;
    var target = hand.texts.get(random.nextInt(hand.texts.size()));
    var own = random.nextBoolean() ? "edit" : "delete";
    var kind = target.sender.equals(author.id) ? own : "reaction";
    var body =
        Map.of(
            "client_message_id",
            "a" + action,
            "kind",
            kind,
            "target_sequence",
            target.sequence,
            "content",
            kind.equals("delete") ? "" : "👍");
    var sent = author.post("/chats/" + chat + "/messages", body);
    // What was deleted cannot be changed any more.
    if (sent.status() == 201) hand.newest = sent.data().path("sequence").asLong();
  }

  private static void read(ChatUser device, String chat, long sequence, HandCount hand) {
    device.patch("/delivery-state/" + chat, Map.of("last_read_sequence", sequence));
    hand.read = Math.max(hand.read, sequence);
  }
}
