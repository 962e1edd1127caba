package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.limit.Rate;
import dev.trestle.testing.Await;
import dev.trestle.testing.CameraFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Photos and files in messages. */
class FilesTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final byte[] TEXT = "A tide table".getBytes(StandardCharsets.UTF_8);

  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static TestResponse file(ChatUser user, String chat, String file) {
    return user.get("/chats/" + chat + "/files/" + file);
  }

  private static TestResponse preview(ChatUser user, String chat, String file) {
    return user.get("/chats/" + chat + "/files/" + file + "/preview");
  }

  private static byte[] bytes(TestResponse response) {
    assertThat(response.status()).isEqualTo(200);
    return response.response().body();
  }

  private boolean isStored(String file) {
    var blobs = fixture.server.context.blobs();
    return blobs.get(new BlobKey("messenger-files", file)).isPresent()
        || blobs.get(new BlobKey("messenger-files", file + ".preview")).isPresent();
  }

  @Test
  void a_photo_arrives_upright_without_metadata_and_with_a_preview() throws IOException {
    var chat = ann.direct(bo);
    var photo = ann.upload(chat, "IMG_1.jpg", CameraFile.jpeg(1000, 600, 6));
    assertThat(ann.sendFile(chat, "one", photo, "").status()).isEqualTo(201);
    var entry = bo.get("/chats/" + chat + "/messages/2").data();
    assertThat(entry.path("kind").asText()).isEqualTo("text");
    assertThat(entry.path("content").asText()).isEmpty();
    var shown = entry.path("file");
    assertThat(shown.path("is_photo").asBoolean()).isTrue();
    assertThat(shown.path("name").asText()).isEqualTo("IMG_1.jpg");
    assertThat(shown.path("width").asInt()).isEqualTo(600);
    assertThat(shown.path("height").asInt()).isEqualTo(1000);
    var whole = file(bo, chat, photo);
    assertThat(whole.header("Content-Type")).contains("image/jpeg");
    assertThat(new String(bytes(whole), StandardCharsets.ISO_8859_1))
        .doesNotContain("Exif", "GPS", "adobe");
    var small = ImageIO.read(new ByteArrayInputStream(bytes(preview(bo, chat, photo))));
    assertThat(small.getHeight()).isEqualTo(320);
  }

  @Test
  void any_other_file_arrives_as_it_was_sent_and_no_browser_shows_it() {
    var chat = ann.direct(bo);
    var page = "<html><script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);
    var file = ann.upload(chat, "notes.html", page);
    assertThat(ann.sendFile(chat, "one", file, "My notes").status()).isEqualTo(201);
    var whole = file(bo, chat, file);
    assertThat(bytes(whole)).isEqualTo(page);
    assertThat(whole.header("Content-Type")).contains("application/octet-stream");
    assertThat(whole.header("Content-Disposition")).contains("attachment");
    assertThat(whole.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(preview(bo, chat, file).status()).isEqualTo(404);
  }

  @Test
  void the_largest_file_arrives_and_a_larger_one_is_refused() {
    var chat = ann.direct(bo);
    var largest = new byte[ChatFiles.BYTES_MAX];
    assertThat(largest).hasSize(25 << 20);
    new Random(1).nextBytes(largest);
    largest[0] = 0;
    var file = ann.upload(chat, "film.mkv", largest);
    assertThat(ann.sendFile(chat, "one", file, "").status()).isEqualTo(201);
    assertThat(bytes(file(bo, chat, file))).isEqualTo(largest);

    var larger = new byte[ChatFiles.BYTES_MAX + 1];
    assertThat(ann.post("/chats/" + chat + "/files?name=x", larger).status()).isEqualTo(413);
  }

  @Test
  void a_browser_that_has_a_file_asks_whether_it_may_still_show_it() {
    var group = ann.group("Boat club", bo);
    var photo = ann.upload(group, "boat.jpg", CameraFile.jpeg(400, 300, 1));
    ann.sendFile(group, "one", photo, "");
    var path = "/chats/" + group + "/files/" + photo;
    var whole = bo.get(path);
    assertThat(whole.header("Cache-Control")).contains("private, no-cache");
    var tag = whole.header("ETag");
    assertThat(bo.get(path + "/preview").header("ETag")).isNotEqualTo(tag);
    assertThat(bo.get(path, Map.of("If-None-Match", tag)).status()).isEqualTo(304);
    ann.delete("/chats/" + group + "/members/" + bo.id);
    assertThat(bo.get(path, Map.of("If-None-Match", tag)).status()).isEqualTo(403);
  }

  @Test
  void only_members_read_a_file_and_only_since_they_joined() {
    var group = ann.group("Boat club", bo);
    var early = ann.upload(group, "early.txt", TEXT);
    assertThat(file(bo, group, early).status()).as("not sent yet").isEqualTo(404);
    assertThat(file(ann, group, early).status()).isEqualTo(200);
    ann.sendFile(group, "one", early, "");
    assertThat(file(bo, group, early).status()).isEqualTo(200);
    assertThat(file(cy, group, early).status()).isEqualTo(403);
    var other = ann.direct(cy);
    assertThat(file(cy, other, early).status()).as("by another chat").isEqualTo(404);

    ann.post("/chats/" + group + "/members", Map.of("user_ids", List.of(cy.id)));
    assertThat(file(cy, group, early).status()).as("sent before").isEqualTo(404);
    var late = ann.upload(group, "late.txt", TEXT);
    ann.sendFile(group, "two", late, "");
    assertThat(file(cy, group, late).status()).isEqualTo(200);
    ann.delete("/chats/" + group + "/members/" + bo.id);
    assertThat(file(bo, group, early).status()).isEqualTo(403);
  }

  @Test
  void a_file_is_sent_once_by_its_owner_in_its_chat() {
    var chat = ann.direct(bo);
    var elsewhere = ann.direct(cy);
    var file = ann.upload(chat, "tide.txt", TEXT);
    assertThat(bo.sendFile(chat, "a", file, "").status()).isEqualTo(400);
    assertThat(ann.sendFile(elsewhere, "b", file, "").status()).isEqualTo(400);
    var first = ann.sendFile(chat, "c", file, "Tides");
    assertThat(first.status()).isEqualTo(201);
    var retry = ann.sendFile(chat, "c", file, "Tides");
    assertThat(retry.status()).isEqualTo(200);
    assertThat(retry.data()).isEqualTo(first.data());
    assertThat(ann.sendFile(chat, "c", file, "Other words").status()).isEqualTo(409);
    assertThat(ann.sendFile(chat, "d", file, "").status()).isEqualTo(400);
    assertThat(ann.sendFile(chat, "e", "file_nonsense", "").status()).isEqualTo(400);
    assertThat(cy.post("/chats/" + chat + "/files?name=x", TEXT).status()).isEqualTo(403);
  }

  @Test
  void a_file_that_nobody_sends_expires() {
    var chat = ann.direct(bo);
    var file = ann.upload(chat, "tide.txt", TEXT);
    fixture.server.clock.advance(Duration.ofHours(25));
    var later = fixture.signIn(ann.number, "phone");
    assertThat(later.sendFile(chat, "one", file, "").status()).isEqualTo(400);
    assertThat(file(later, chat, file).status()).isEqualTo(404);
  }

  @Test
  void the_bytes_go_with_their_message_and_with_their_owners_account() {
    fixture.messenger.start();
    var chat = ann.direct(bo);
    var deleted = ann.upload(chat, "one.jpg", CameraFile.jpeg(400, 300, 1));
    var kept = ann.upload(chat, "two.txt", TEXT);
    var others = bo.upload(chat, "three.txt", TEXT);
    ann.sendFile(chat, "a", deleted, "Look");
    ann.sendFile(chat, "b", kept, "Words");
    bo.sendFile(chat, "c", others, "");
    assertThat(isStored(deleted)).isTrue();

    var deletion = Map.of("client_message_id", "x", "kind", "delete", "target_sequence", 2);
    assertThat(ann.post("/chats/" + chat + "/messages", deletion).status()).isEqualTo(201);
    Await.until(() -> !isStored(deleted), LONG);
    assertThat(bo.get("/chats/" + chat + "/messages/2").data().has("file")).isFalse();
    assertThat(file(bo, chat, deleted).status()).isEqualTo(404);

    assertThat(ann.delete("/users/me").status()).isEqualTo(204);
    Await.until(() -> !isStored(kept), LONG);
    assertThat(file(bo, chat, kept).status()).isEqualTo(404);
    assertThat(bo.get("/chats/" + chat + "/messages/3").data().path("content").asText())
        .isEqualTo("Words");
    assertThat(file(bo, chat, others).status()).isEqualTo(200);
  }

  @Test
  void what_is_empty_or_only_looks_like_a_photo_is_refused() {
    var chat = ann.direct(bo);
    var broken = new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3};
    assertThat(ann.post("/chats/" + chat + "/files?name=x.jpg", broken).status()).isEqualTo(400);
    assertThat(ann.post("/chats/" + chat + "/files?name=x", new byte[0]).status()).isEqualTo(400);
    var bomb = CameraFile.hugePng(50_000, 50_000);
    assertThat(ann.post("/chats/" + chat + "/files?name=x.png", bomb).status()).isEqualTo(400);
    assertThat(ann.send(chat, "one", "").status()).as("a text without a file").isEqualTo(400);
  }

  @Test
  void a_file_is_unread_and_found_by_its_name() {
    var chat = ann.direct(bo);
    var file = ann.upload(chat, "Tide table.txt", TEXT);
    ann.sendFile(chat, "one", file, "");
    fixture.awaitPublished();
    var listed = bo.get("/chats").data().get(0);
    assertThat(listed.path("unread_count").asLong()).isEqualTo(1);
    assertThat(listed.path("last_message").path("file").path("name").asText())
        .isEqualTo("Tide table.txt");
    assertThat(bo.get("/chats/" + chat + "/search?q=tide").data()).hasSize(1);
  }

  @Test
  void uploads_are_limited_by_number_and_by_size() {
    var few = new Rate("uploads", 1, Duration.ofDays(100), 3);
    var small = new Rate("upload-megabytes", 1, Duration.ofDays(100), 2);
    var free = MessengerRates.UNLIMITED;
    assertLimited(free.uploads(few, free.uploadedMegabytes()), TEXT, 3);
    assertLimited(free.uploads(free.uploads(), small), new byte[1_500_000], 1);
  }

  private static void assertLimited(MessengerRates rates, byte[] file, int allowed) {
    try (var limited = MessengerFixture.with(MessengerOptions.unlimited().rates(rates))) {
      var user = limited.user();
      var path = "/chats/" + user.group("Alone") + "/files?name=x";
      for (int i = 0; i < allowed; i++) {
        assertThat(user.post(path, file).status()).isEqualTo(201);
      }
      assertThat(user.post(path, file).status()).isEqualTo(429);
    }
  }
}
