package dev.trestle.app.region;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.app.command.CommandRun;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.MovedEntry;
import dev.trestle.messenger.model.Messages;
import dev.trestle.platform.identity.MemorySecrets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class GapsCommandTest {
  private static final int TEXTS = 10;

  @TempDir private Path folder;

  private CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }

  /** Writes a chat, the first entries of which go to cold storage, and loses some. */
  private ChatId write(long inColdStorage, List<Long> lost) {
    try (var trestle = Trestle.open(folder.resolve("data"));
        var server = RegionServer.open(trestle, new MemorySecrets(new SecureRandom()))) {
      var ann = server.accounts().addUser("+46701740610", "Ann");
      var chat = open(server, ann);
      for (int i = 0; i < TEXTS; i++) {
        var _ = server.messenger().logs().send(chat, ann, Draft.text("m" + i, "text " + i));
      }
      if (inColdStorage > 0) move(server, chat, inColdStorage);
      for (long sequence : lost) {
        var key =
            Map.of(
                "chat_id", AttributeValue.fromS(chat.value()),
                "sequence", AttributeValue.fromN(Long.toString(sequence)));
        trestle.client().deleteItem(request -> request.tableName(Messages.TABLE.name()).key(key));
      }
      return chat;
    }
  }

  private static ChatId open(RegionServer server, UserId ann) {
    var context = server.context();
    var bob = server.accounts().addUser("+46701740611", "Bob");
    return new DirectChats(
            server.store(),
            server.messenger().logs(),
            server.accounts().profiles(),
            context.ids(),
            context.clock())
        .open(ann, bob)
        .chat()
        .chatId();
  }

  private static void move(RegionServer server, ChatId chat, long last) {
    var segment =
        new MessageSegments.Segment(
            chat,
            last,
            1,
            "seg_01JCQZ8M5R3V7W9X1Y2Z3A4B5H",
            "0".repeat(64),
            server.context().clock().instant());
    var entries =
        LongStream.rangeClosed(1, last)
            .mapToObj(sequence -> new MovedEntry(chat, sequence, 0))
            .toList();
    server.store().run(MessageSegments.MOVE, new MessageSegments.Moving(segment, entries));
  }

  @Test
  void missing_entries_are_listed_and_filled_once() {
    var chat = write(0, List.of(3L, 4L, 8L)).value();
    var found = run("gaps", "--data", "data");
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.out())
        .contains(chat + ": 3 to 4\n", chat + ": 8 to 8\n")
        .endsWith("2 gaps with 3 entries missing, 0 filled\n");
    var repaired = run("gaps", "--data", "data", "--repair");
    assertThat(repaired.exitCode()).isZero();
    assertThat(repaired.out()).endsWith("2 gaps with 3 entries missing, 3 filled\n");
    assertThat(run("gaps", "--data", "data").out())
        .isEqualTo("0 gaps with 0 entries missing, 0 filled\n");
  }

  @Test
  void entries_in_cold_storage_are_not_missing() {
    var chat = write(4, List.of(5L)).value();
    assertThat(run("gaps", "--data", "data").out())
        .isEqualTo(chat + ": 5 to 5\n1 gap with 1 entry missing, 0 filled\n");
  }

  @Test
  void a_head_knows_of_entries_that_are_missing_at_the_end() {
    var chat = write(0, List.of(10L, 11L)).value();
    assertThat(run("gaps", "--data", "data").out()).contains(chat + ": 10 to 11\n");
  }

  @Test
  void without_data_there_is_nothing_to_look_at() {
    var done = run("gaps", "--data", "nothing");
    assertThat(done.exitCode()).isEqualTo(69);
    assertThat(done.err()).contains("there is no data");
    assertThat(folder.resolve("nothing")).doesNotExist();
  }
}
