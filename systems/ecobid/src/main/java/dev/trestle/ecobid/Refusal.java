package dev.trestle.ecobid;

/**
 * What the market refuses to do, and why. {@code web.Refusals} turns it into the error of the API.
 */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    super(message, null, false, false);
  }

  /** It does not exist, or is not visible to this user. */
  public static final class NotFound extends Refusal {
    private final String what;

    public NotFound(String what) {
      super("not found");
      this.what = what;
    }

    public String what() {
      return what;
    }
  }

  /** Only another user may do this. */
  public static final class NotYours extends Refusal {
    public NotYours() {
      super("not this user's");
    }
  }

  /** Users cannot reserve or bid on their own items. */
  public static final class OwnItem extends Refusal {
    public OwnItem() {
      super("the user's own item");
    }
  }

  public static final class ItemTaken extends Refusal {
    public ItemTaken() {
      super("the item is taken");
    }
  }

  /** The user has reached the limit of active reservations. */
  public static final class TooManyReservations extends Refusal {
    private final int max;

    public TooManyReservations(int max) {
      super("too many reservations");
      this.max = max;
    }

    public int max() {
      return max;
    }
  }

  /** Too many users have asked for this item. */
  public static final class TooManyEntries extends Refusal {
    public TooManyEntries() {
      super("too many entries");
    }
  }

  /** The deadline has passed. */
  public static final class TooLate extends Refusal {
    public TooLate() {
      super("too late");
    }
  }

  /** Not possible in the current state of the item or the reservation. The reason is for people. */
  public static final class NotNow extends Refusal {
    private final String reason;

    public NotNow(String reason) {
      super("not now");
      this.reason = reason;
    }

    public String reason() {
      return reason;
    }
  }

  public static final class TooLow extends Refusal {
    private final long nextMinimum;

    public TooLow(long nextMinimum) {
      super("the bid is too low");
      this.nextMinimum = nextMinimum;
    }

    public long nextMinimum() {
      return nextMinimum;
    }
  }

  public static final class AuctionEnded extends Refusal {
    public AuctionEnded() {
      super("the auction has ended");
    }
  }

  /** There is nobody left to offer the item to. */
  public static final class NoNextBidder extends Refusal {
    public NoNextBidder() {
      super("no next bidder");
    }
  }

  /** Not a readable JPEG, PNG or WebP, whatever its declared type. */
  public static final class NotAnImage extends Refusal {
    public NotAnImage() {
      super("not an image");
    }
  }

  /** The image or its file is too large. */
  public static final class ImageTooLarge extends Refusal {
    public ImageTooLarge() {
      super("the image is too large");
    }
  }

  /** An invalid value. The reason is for people. */
  public static final class Invalid extends Refusal {
    private final String field;
    private final String reason;

    public Invalid(String field, String reason) {
      super("invalid input");
      this.field = field;
      this.reason = reason;
    }

    public String field() {
      return field;
    }

    public String reason() {
      return reason;
    }
  }

  /** The user, or their network, follows live events on as many pages as allowed. */
  public static final class TooManyStreams extends Refusal {
    public TooManyStreams() {
      super("too many streams");
    }
  }

  /** Lost the race against concurrent requests repeatedly. */
  public static final class Busy extends Refusal {
    public Busy() {
      super("busy");
    }
  }
}
