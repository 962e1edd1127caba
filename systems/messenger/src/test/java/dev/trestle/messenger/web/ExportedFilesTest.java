package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.CameraFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The files of a user in an export. */
class ExportedFilesTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final String chat = ann.direct(bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  private static byte[] random(int bytes) {
    var file = new byte[bytes];
    new Random(7).nextBytes(file);
    return file;
  }

  /** Uploads and sends a file, and returns its id. */
  private static String send(ChatUser sender, String chat, byte[] bytes) {
    var file = sender.upload(chat, "notes.bin", bytes);
    assertThat(sender.sendFile(chat, file, file, "").status()).isEqualTo(201);
    return file;
  }

  private static List<JsonNode> export(ChatUser user) throws IOException {
    var text = new String(user.get("/users/me/export").response().body(), StandardCharsets.UTF_8);
    var lines = new ArrayList<JsonNode>();
    for (var line : text.lines().toList()) lines.add(Json.tree().readTree(line));
    return lines;
  }

  private static List<JsonNode> data(List<JsonNode> export, String type) {
    return export.stream()
        .filter(line -> line.path("type").asText().equals(type))
        .map(line -> line.path("data"))
        .toList();
  }

  @Test
  void the_parts_in_a_row_are_the_file() throws IOException {
    var bytes = random(2 * ExportedFiles.PART_BYTES + 1);
    var id = send(ann, chat, bytes);
    var parts = data(export(ann), "file_part");
    assertThat(parts).hasSize(3);
    assertThat(parts).extracting(part -> part.path("file_id").asText()).containsOnly(id);
    assertThat(parts).extracting(part -> part.path("part").asInt()).containsExactly(1, 2, 3);
    assertThat(parts).extracting(part -> part.path("parts").asInt()).containsOnly(3);
    var text =
        parts.stream().map(part -> part.path("bytes").asText()).collect(Collectors.joining());
    assertThat(Base64.getDecoder().decode(text)).isEqualTo(bytes);
  }

  @Test
  void it_has_the_files_that_one_has_sent_and_no_others() throws IOException {
    var group = bo.group("Former", ann);
    var left = send(ann, group, random(10));
    assertThat(ann.delete("/chats/" + group + "/members/" + ann.id).status()).isEqualTo(204);
    var photo = ann.upload(chat, "IMG_1.jpg", CameraFile.jpeg(100, 60, 1));
    assertThat(ann.sendFile(chat, "one", photo, "").status()).isEqualTo(201);
    var received = send(bo, chat, random(20));
    var unsent = ann.upload(chat, "draft.bin", random(30));

    var export = export(ann);
    assertThat(data(export, "file"))
        .extracting(file -> file.path("file").path("file_id").asText())
        .containsExactlyInAnyOrder(left, photo)
        .doesNotContain(received, unsent);
    assertThat(data(export, "file_part"))
        .extracting(part -> part.path("file_id").asText())
        .containsExactlyInAnyOrder(left, photo);
  }

  @Test
  void files_beyond_the_limit_are_named_without_their_bytes() {
    var small = send(ann, chat, random(60));
    var large = send(ann, chat, random(100));
    var another = send(ann, chat, random(40));
    var context = fixture.server.context;
    var store = fixture.messenger.stores().getFirst();
    var files =
        new ChatFiles(
            store, new ChatAccess(store), context.blobs(), context.ids(), context.clock());
    var lines = new ArrayList<JsonNode>();
    new ExportedFiles(files, 100)
        .export(new UserId(ann.id), (type, line) -> lines.add(Json.tree().valueToTree(line)));
    var whole = lines.stream().filter(line -> line.path("is_included").asBoolean()).toList();
    assertThat(lines)
        .filteredOn(line -> line.has("is_included"))
        .extracting(line -> line.path("file").path("file_id").asText())
        .containsExactlyInAnyOrder(small, large, another);
    long bytes = whole.stream().mapToLong(line -> line.path("file").path("bytes").asLong()).sum();
    assertThat(bytes).isEqualTo(100);
    assertThat(lines).filteredOn(line -> line.has("part")).hasSize(whole.size());
  }
}
