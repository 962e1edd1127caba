package dev.trestle.ecobid.photo;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.model.Photos;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.photo.PhotoRenderer;
import dev.trestle.platform.photo.PhotoSize;
import dev.trestle.platform.photo.Rendering;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Accepts and stores photos. The original is never stored. A photo that belongs to no item expires
 * after a day, and its image data with it.
 */
public final class PhotoUploads {
  /** The largest file that is accepted. */
  public static final int BYTES_MAX = 10 << 20;

  private static final String COLLECTION = "ecobid-photos";
  private static final Duration UNUSED_KEPT = Duration.ofDays(1);

  private final Store store;
  private final Blobs blobs;
  private final BlobDeletions deletions;
  private final InstantSource clock;
  private final Ids ids;
  private final PhotoRenderer renderer = new PhotoRenderer();

  public PhotoUploads(
      Store store, Blobs blobs, BlobDeletions deletions, InstantSource clock, Ids ids) {
    this.store = store;
    this.blobs = blobs;
    this.deletions = deletions;
    this.clock = clock;
    this.ids = ids;
  }

  public PhotoId upload(UserId owner, byte[] bytes) {
    if (bytes.length > BYTES_MAX) throw new Refusal.ImageTooLarge();
    var renditions = rendered(bytes);
    var photo = new PhotoId(ids.next("pho_"));
    // The row is written first: image data without a row would never be deleted.
    store.run(
        Photos.ADD,
        new Photos.Photo(
            photo, owner, Optional.empty(), Optional.of(clock.instant().plus(UNUSED_KEPT))));
    renditions.forEach((size, picture) -> blobs.put(key(photo, size), picture));
    return photo;
  }

  private Map<PhotoSize, byte[]> rendered(byte[] bytes) {
    return switch (renderer.render(bytes)) {
      case Rendering.Rendered rendered -> rendered.jpegs();
      case Rendering.NotAnImage() -> throw new Refusal.NotAnImage();
      case Rendering.TooLarge() -> throw new Refusal.ImageTooLarge();
      case Rendering.Busy() -> throw new Refusal.Busy();
    };
  }

  /** Returns a JPEG. */
  public Optional<byte[]> find(PhotoId photo, PhotoSize size) {
    return blobs.get(key(photo, size));
  }

  /** Deletes the image data of a photo at once. */
  public void erase(PhotoId photo) {
    keys(photo).forEach(blobs::delete);
  }

  /** Has the image data of a photo deleted whose row has gone at a time, without waiting for it. */
  public void eraseSoon(PhotoId photo, Instant at) {
    deletions.delete(photo.value(), keys(photo), at);
  }

  private static List<BlobKey> keys(PhotoId photo) {
    return Arrays.stream(PhotoSize.values()).map(size -> key(photo, size)).toList();
  }

  private static BlobKey key(PhotoId photo, PhotoSize size) {
    return new BlobKey(COLLECTION, photo.value() + "." + size.code() + ".jpg");
  }
}
