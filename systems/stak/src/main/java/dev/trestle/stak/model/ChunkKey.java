package dev.trestle.stak.model;

/** One chunk of a message's audience. */
public record ChunkKey(TenantId tenant, InboxId inbox, MessageId id, long chunk) {
  public MessageKey message() {
    return new MessageKey(tenant, inbox, id);
  }
}
