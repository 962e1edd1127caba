package dev.trestle.messenger.file;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.messenger.model.MemberProfiles.MemberProfile;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.photo.PhotoRenderer;
import dev.trestle.platform.photo.PhotoSize;
import dev.trestle.platform.photo.Rendering;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * The pictures of users. Only a square that was made from the pixels of a photo is stored, one per
 * user under the user's id, so that a new one replaces it and none can be left behind.
 */
public final class ProfilePhotos {
  private static final String COLLECTION = "messenger-pictures";
  private static final String PREFIX = "pic_";

  private final Store store;
  private final ChatAccess access;
  private final Blobs blobs;
  private final Ids ids;
  private final PhotoRenderer renderer = new PhotoRenderer();

  public ProfilePhotos(Store store, ChatAccess access, Blobs blobs, Ids ids) {
    this.store = store;
    this.access = access;
    this.blobs = blobs;
    this.ids = ids;
  }

  /** Stores a user's picture and returns its id, which tells it from earlier ones. */
  public String put(UserId user, byte[] photo) {
    var square = square(photo);
    blobs.put(key(user), square);
    var id = ids.next(PREFIX);
    var choosing =
        new MemberProfiles.ChoosingPhoto(
            new MemberProfiles.NewPhoto(user, id), new Users.ById(user));
    if (store.run(MemberProfiles.CHOOSE_PICTURE, choosing).isDone()) return id;
    // The account is being closed, or somebody else wrote: no item says that there is a picture.
    if (id(user).isEmpty()) blobs.delete(key(user));
    throw new Refusal.Unavailable("The picture could not be saved. Try again.");
  }

  private byte[] square(byte[] photo) {
    return switch (renderer.renderSquare(photo)) {
      case Rendering.Rendered rendered ->
          Optional.ofNullable(rendered.jpegs().get(PhotoSize.THUMB)).orElseThrow();
      case Rendering.NotAnImage() ->
          throw new Refusal.InvalidField("picture", "Choose a photo as JPEG, PNG or WebP.");
      case Rendering.TooLarge() ->
          throw new Refusal.InvalidField("picture", "This photo has more than 40 megapixels.");
      case Rendering.Busy() ->
          throw new Refusal.Unavailable("Too many photos are being uploaded. Try again.");
    };
  }

  /** The id of a user's picture. */
  public Optional<String> id(UserId user) {
    return store
        .run(MemberProfiles.FIND, new MemberProfiles.OfUser(user))
        .flatMap(MemberProfile::pictureId);
  }

  /** A user's own picture, as a JPEG. */
  public Optional<byte[]> find(UserId user) {
    return id(user).flatMap(_ -> blobs.get(key(user)));
  }

  /** The picture of a member of a chat, for another one. */
  public Optional<byte[]> find(ChatId chat, UserId viewer, UserId user) {
    access.member(chat, viewer);
    return access.find(chat, user).flatMap(_ -> find(user));
  }

  /** Removing it twice is like once. */
  public void remove(UserId user) {
    store.run(MemberProfiles.REMOVE_PICTURE, new MemberProfiles.OfUser(user));
    blobs.delete(key(user));
  }

  /** Deletes the bytes of a user whose account is being closed. */
  public void erase(UserId user) {
    blobs.delete(key(user));
  }

  private static BlobKey key(UserId user) {
    return new BlobKey(COLLECTION, user.value());
  }
}
