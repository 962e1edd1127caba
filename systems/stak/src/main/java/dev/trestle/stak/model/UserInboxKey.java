package dev.trestle.stak.model;

/** One user's inbox. */
public record UserInboxKey(TenantId tenant, UserId user, InboxId inbox) {
  public static UserInboxKey of(String tenant, String user, String inbox) {
    return InboxKey.of(tenant, inbox).user(new UserId(user));
  }

  /** The inbox that this user shares with all others. */
  public InboxKey shared() {
    return new InboxKey(tenant, inbox);
  }

  public UserMessageKey message(MessageId id) {
    return new UserMessageKey(tenant, user, inbox, id);
  }
}
