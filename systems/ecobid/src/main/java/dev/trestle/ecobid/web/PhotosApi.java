package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.platform.photo.PhotoSize;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Arrays;

/** {@code /photos}. */
public final class PhotosApi {
  record OnePhoto(Views.PhotoView photo) {}

  private final PhotoUploads photos;

  public PhotosApi(PhotoUploads photos) {
    this.photos = photos;
  }

  public void addTo(Router router, Guards guards) {
    router
        .add("POST", "/photos", guards.uploads(this::upload), PhotoUploads.BYTES_MAX)
        .get("/photos/{photo}/{size}", guards.open(this::one));
  }

  private Reply upload(Call call) {
    var request = call.request();
    var bytes =
        Arrays.copyOfRange(
            request.bodyArray(), request.bodyStart(), request.bodyStart() + request.bodyLength());
    var photo = photos.upload(Accounts.user(call), bytes);
    return Reply.created(new OnePhoto(Views.PhotoView.of(photo)));
  }

  /** Photos never change, so browsers may cache them. */
  private Reply one(Call call) {
    var id = call.pathParameter("photo");
    var size = PhotoSize.ofCode(call.pathParameter("size"));
    if (!Ids.isId("pho_", id) || size.isEmpty()) throw missing();
    return photos
        .find(new PhotoId(id), size.get())
        .map(bytes -> Reply.bytes(200, "image/jpeg", bytes))
        .map(reply -> reply.with("Cache-Control", "public, max-age=31536000, immutable"))
        .orElseThrow(PhotosApi::missing);
  }

  private static ApiError missing() {
    return ApiError.notFound("There is no such photo.");
  }
}
