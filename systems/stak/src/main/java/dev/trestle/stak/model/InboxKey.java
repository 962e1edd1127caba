package dev.trestle.stak.model;

/** One inbox of one tenant, with all its users. */
public record InboxKey(TenantId tenant, InboxId inbox) {
  public static InboxKey of(String tenant, String inbox) {
    return new InboxKey(new TenantId(tenant), new InboxId(inbox));
  }

  public UserInboxKey user(UserId user) {
    return new UserInboxKey(tenant, user, inbox);
  }

  public MessageKey message(MessageId id) {
    return new MessageKey(tenant, inbox, id);
  }
}
