package dev.trestle.stak.model;

/** One message of an inbox, as its sender sees it. */
public record MessageKey(TenantId tenant, InboxId inbox, MessageId id) {
  public static MessageKey of(String tenant, String inbox, String id) {
    return new MessageKey(new TenantId(tenant), new InboxId(inbox), new MessageId(id));
  }

  public InboxKey inboxKey() {
    return new InboxKey(tenant, inbox);
  }

  public ChunkKey chunk(long chunk) {
    return new ChunkKey(tenant, inbox, id, chunk);
  }
}
