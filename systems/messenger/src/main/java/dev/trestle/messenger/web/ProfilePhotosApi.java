package dev.trestle.messenger.web;

import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.file.ProfilePhotos;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Arrays;
import java.util.Optional;

/** {@code /profile}: a user's own picture, and those of members of a chat. */
public final class ProfilePhotosApi {
  record ProfileView(Optional<String> pictureId) {}

  /** The largest photo that is accepted. */
  private static final int BYTES_MAX = 8 << 20;

  private final ProfilePhotos pictures;
  private final MessengerLimits limits;

  public ProfilePhotosApi(ProfilePhotos pictures, MessengerLimits limits) {
    this.pictures = pictures;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/profile", guards.signedIn(limits.requests(this::profile)))
        .add("PUT", "/profile/picture", guards.signedIn(limits.uploads(this::put)), BYTES_MAX)
        .get("/profile/picture", guards.signedIn(limits.requests(this::own)))
        .delete("/profile/picture", guards.signedIn(limits.changes(this::remove)))
        .get(
            "/chats/{chat}/members/{user}/picture",
            guards.signedIn(limits.requests(this::ofMember)));
  }

  private Reply profile(Call call) {
    return Reply.ok(new DataBody<>(new ProfileView(pictures.id(Guards.user(call)))));
  }

  private Reply put(Call call) {
    var request = call.request();
    var user = Guards.user(call);
    limits.checkUploaded(user, request.bodyLength());
    int start = request.bodyStart();
    var photo = Arrays.copyOfRange(request.bodyArray(), start, start + request.bodyLength());
    return Reply.ok(new DataBody<>(new ProfileView(Optional.of(pictures.put(user, photo)))));
  }

  private Reply own(Call call) {
    return shown(pictures.find(Guards.user(call)));
  }

  private Reply remove(Call call) {
    pictures.remove(Guards.user(call));
    return Reply.nothing();
  }

  private Reply ofMember(Call call) {
    var user = MembersApi.member(call);
    return shown(pictures.find(Guards.chat(call), Guards.user(call), user));
  }

  /** A page adds the picture's id to the address, so a browser may keep what it got. */
  private static Reply shown(Optional<byte[]> picture) {
    var jpeg = picture.orElseThrow(() -> new Refusal.NotFound("There is no picture."));
    return Reply.bytes(200, "image/jpeg", jpeg)
        .with("Content-Disposition", "attachment")
        .with("Cache-Control", "private, max-age=3600")
        .with("Vary", "Authorization");
  }
}
