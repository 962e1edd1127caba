package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.testing.CameraFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ann has a picture. Bo shares a chat with her, and Cy does not. */
class ProfilePhotosTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();
  private final String chat = bo.group("Boat club", ann);
  private final String first = upload();

  @AfterEach
  void close() {
    fixture.close();
  }

  private String upload() {
    var response = ann.put("/profile/picture", CameraFile.jpeg(900, 600, 6));
    assertThat(response.status()).isEqualTo(200);
    return response.data().path("picture_id").asText();
  }

  private TestResponse picture(ChatUser viewer, ChatUser user) {
    return viewer.get("/chats/" + chat + "/members/" + user.id + "/picture");
  }

  private boolean isStored(ChatUser user) {
    return fixture.server.context.blobs().get(key(user)).isPresent();
  }

  private static BlobKey key(ChatUser user) {
    return new BlobKey("messenger-pictures", user.id);
  }

  /** The id of Ann's picture among the members of the chat. */
  private String idInMembers() {
    for (var member : bo.get("/chats/" + chat).data().path("members")) {
      if (member.path("user_id").asText().equals(ann.id)) {
        return member.path("picture_id").asText("");
      }
    }
    throw new AssertionError("no member");
  }

  @Test
  void members_of_a_chat_see_a_square_without_metadata() throws IOException {
    var response = picture(bo, ann);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("Content-Type")).contains("image/jpeg");
    assertThat(response.header("Cache-Control")).contains("private");
    var jpeg = response.response().body();
    assertThat(new String(jpeg, StandardCharsets.ISO_8859_1))
        .doesNotContain("Exif", "GPS", "adobe");
    var image = ImageIO.read(new ByteArrayInputStream(jpeg));
    assertThat(image.getWidth()).isEqualTo(320);
    assertThat(image.getHeight()).isEqualTo(320);
    assertThat(ann.get("/profile/picture").response().body()).isEqualTo(jpeg);

    assertThat(idInMembers()).isEqualTo(first);
    var direct = bo.direct(ann);
    assertThat(bo.get("/chats/" + direct).data().path("peer").path("picture_id").asText())
        .isEqualTo(first);
  }

  @Test
  void nobody_else_sees_it() {
    assertThat(picture(cy, ann).status()).isEqualTo(403);
    assertThat(picture(bo, cy).status()).as("not a member").isEqualTo(404);
    assertThat(picture(ann, bo).status()).as("without a picture").isEqualTo(404);
    var other = "/chats/" + bo.direct(cy) + "/members/" + ann.id + "/picture";
    assertThat(cy.get(other).status()).isEqualTo(404);
    bo.delete("/chats/" + chat + "/members/" + ann.id);
    assertThat(picture(bo, ann).status()).as("removed").isEqualTo(404);
    assertThat(picture(ann, bo).status()).isEqualTo(403);
  }

  @Test
  void a_new_picture_replaces_it_and_it_can_be_removed() {
    var second = upload();
    assertThat(second).isNotEqualTo(first);
    assertThat(idInMembers()).isEqualTo(second);
    for (int i = 0; i < 2; i++) {
      assertThat(ann.delete("/profile/picture").status()).isEqualTo(204);
    }
    assertThat(idInMembers()).isEmpty();
    assertThat(picture(bo, ann).status()).isEqualTo(404);
    assertThat(ann.get("/profile").data().has("picture_id")).isFalse();
    assertThat(isStored(ann)).isFalse();
  }

  @Test
  void only_a_photo_becomes_a_picture() {
    var text = "<svg onload=alert(1)>".getBytes(StandardCharsets.UTF_8);
    assertThat(cy.put("/profile/picture", text).status()).isEqualTo(400);
    assertThat(cy.put("/profile/picture", new byte[0]).status()).isEqualTo(400);
    assertThat(cy.put("/profile/picture", new byte[(8 << 20) + 1]).status()).isEqualTo(413);
    assertThat(isStored(cy)).isFalse();
    assertThat(cy.delete("/profile/picture").status()).isEqualTo(204);
  }

  @Test
  void it_is_exported_and_erased_with_the_account() {
    var export = ann.get("/users/me/export").response().body();
    assertThat(new String(export, StandardCharsets.UTF_8))
        .contains("\"profile_picture\"", "\"image/jpeg\"");
    assertThat(isStored(ann)).isTrue();
    assertThat(ann.delete("/users/me").status()).isEqualTo(204);
    assertThat(isStored(ann)).isFalse();
    assertThat(fixture.items("member_profiles")).doesNotContain(ann.id);
  }
}
