package dev.trestle.stak;

import java.util.List;

/**
 * What Stak refuses to do, and why. One sealed family: {@code web.Refusals} turns each into the
 * API's error. A message never contains what the caller sent.
 */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    super(message, null, false, false);
  }

  /** The caller has no valid key or token of the tenant. The same for every reason. */
  public static final class NotAuthorized extends Refusal {
    public NotAuthorized() {
      super("not authorized");
    }
  }

  /** The operator has suspended the tenant. */
  public static final class TenantSuspended extends Refusal {
    public TenantSuspended() {
      super("the tenant is suspended");
    }
  }

  /** What was not found. */
  public enum Resource {
    TENANT,
    INBOX,
    MESSAGE,
    API_KEY,
    DEAD_LETTER,
    USER,
    ERASURE,
    TEMPLATE,
    TOPIC,
    WEBHOOK_EVENT
  }

  public static final class NotFound extends Refusal {
    private final Resource resource;

    public NotFound(Resource resource) {
      super("not found");
      this.resource = resource;
    }

    public Resource resource() {
      return resource;
    }
  }

  /** What is wrong with one field of the input. The reason is for people. */
  public record InvalidField(String field, String reason) {}

  public static final class Invalid extends Refusal {
    private final transient List<InvalidField> fields;

    public Invalid(List<InvalidField> fields) {
      super("invalid input");
      this.fields = List.copyOf(fields);
    }

    public Invalid(String field, String reason) {
      this(List.of(new InvalidField(field, reason)));
    }

    public List<InvalidField> fields() {
      return fields;
    }
  }

  /** What there can be a limited number of. */
  public enum Limited {
    MARKS,
    SNOOZED_MESSAGES,
    SUBSCRIBERS
  }

  public static final class LimitReached extends Refusal {
    private final Limited limited;

    public LimitReached(Limited limited) {
      super("limit reached");
      this.limited = limited;
    }

    public Limited limited() {
      return limited;
    }
  }

  /** Too many others changed the same inbox at the same time. */
  public static final class InboxBusy extends Refusal {
    public InboxBusy() {
      super("the inbox is busy");
    }
  }

  /** The inbox has reached what DynamoDB stores under one key. */
  public static final class InboxFull extends Refusal {
    public InboxFull() {
      super("the inbox is full");
    }
  }

  /** Somebody else changed the same settings first. */
  public static final class ChangedMeanwhile extends Refusal {
    public ChangedMeanwhile() {
      super("changed meanwhile");
    }
  }

  public static final class TenantExists extends Refusal {
    public TenantExists() {
      super("the tenant exists");
    }
  }

  /** One user, or the watchers of one inbox, already have the most live streams allowed. */
  public static final class TooManyStreams extends Refusal {
    public TooManyStreams() {
      super("too many streams");
    }
  }
}
