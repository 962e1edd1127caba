package dev.trestle.stak.model;

/** One user's copy of a message. */
public record UserMessageKey(TenantId tenant, UserId user, InboxId inbox, MessageId id) {
  public UserInboxKey userInbox() {
    return new UserInboxKey(tenant, user, inbox);
  }
}
