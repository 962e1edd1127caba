package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.PHOTO;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;

/** Photos, with their owner and their item. The image data is stored as blobs. */
public final class Photos {
  /**
   * A photo.
   *
   * @param expiresAt present while it belongs to no item; when the row expires, the image data is
   *     deleted
   */
  public record Photo(
      PhotoId photo, UserId owner, Optional<ItemId> item, Optional<Instant> expiresAt) {}

  public static final Entity<Photo> PHOTO_OF =
      TABLE
          .entity(Photo.class, lookup())
          .partition(KeyTemplate.of("PHOTO#<photo>", PHOTO))
          .sort(KeyTemplate.of("METADATA"))
          .mayExpire(Photo::expiresAt)
          .population(Population.of(8000, 1))
          .example(
              new Photo(
                  Examples.PHOTO, Examples.ANN, Optional.of(Examples.ITEM), Optional.empty()));

  public record OfPhoto(PhotoId photo) {}

  public static final Put<Photo, Photo> ADD =
      PHOTO_OF.put("photo.add", "a photo was uploaded").load(perSecond(0.05)).build();

  public record Claiming(PhotoId photo, UserId owner, ItemId item) {}

  /** A photo belongs to one item and to the user who uploaded it. */
  static final Update<Claiming, Photo> CLAIM =
      PHOTO_OF
          .update("photo.claim", "a photo of an item", Claiming.class)
          .set(optional(Photo::item))
          .to(param(Claiming::item))
          .remove(Photo::expiresAt)
          .when(field(Photo::owner).is(param(Claiming::owner)).and(absent(Photo::item)))
          .build();

  public record Releasing(PhotoId photo, UserId owner, Instant expiresAt) {}

  /** Detaches a photo from its item, so that it expires. */
  static final Update<Releasing, Photo> RELEASE =
      PHOTO_OF
          .update("photo.release", "a photo is taken off its item", Releasing.class)
          .remove(Photo::item)
          .set(optional(Photo::expiresAt))
          .to(param(Releasing::expiresAt))
          .when(field(Photo::owner).is(param(Releasing::owner)))
          .build();

  public static final Delete<OfPhoto, Photo> ERASE =
      PHOTO_OF
          .delete("photo.erase", "a photo is deleted", OfPhoto.class)
          .load(perSecond(0.01))
          .build();

  private Photos() {}
}
