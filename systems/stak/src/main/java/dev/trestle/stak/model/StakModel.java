package dev.trestle.stak.model;

import dev.trestle.model.Model;

/** Stak's entities and access patterns. */
public final class StakModel {
  public static final Model MODEL =
      Model.named("stak")
          .entities(
              Tenants.SETTINGS,
              Tenants.CONFIG,
              Tenants.KEY,
              WebhookEvents.WEBHOOK_EVENT,
              Inboxes.MESSAGE,
              Inboxes.COUNTS,
              Inboxes.RECEIPT,
              Broadcasts.BROADCAST,
              Broadcasts.HEADER,
              Broadcasts.KNOWN,
              Broadcasts.KNOWN_COUNT,
              SentMessages.SENT_MESSAGE,
              SentMessages.AUDIENCE_CHUNK,
              SentMessages.DEAD_LETTER,
              Erasures.ERASURE,
              Templates.TEMPLATE,
              TenantDirectory.TENANT_ENTRY)
          // S1 to S9 of the design document.
          .patterns(
              InboxWrites.DELIVER,
              Broadcasts.SEND,
              SentMessages.REDACT,
              InboxReads.LIST,
              InboxWrites.MARK,
              Inboxes.MARK_ALL_READ,
              InboxReads.UNREAD_COUNTS,
              Tenants.CHANGE_SETTINGS,
              Tenants.CHANGE_CONFIG)
          .patterns(
              InboxWrites.DELIVER_FIRST,
              InboxWrites.MARK_BROADCASTS_WITH_EVENT,
              InboxWrites.MARK_ALL_READ_WITH_EVENT,
              InboxWrites.COUNTS_OF_CHUNK,
              InboxWrites.REDACT,
              InboxWrites.REDACT_READ,
              InboxWrites.PUT_TOMBSTONE,
              Inboxes.NEWEST_BELOW,
              Inboxes.READ_MESSAGE,
              Inboxes.READ_MESSAGES,
              Inboxes.READ_COUNTS,
              Inboxes.OLDEST_ABOVE,
              Inboxes.REPLACE_COUNTS,
              Inboxes.EXPIRED,
              Inboxes.MARK_BROADCAST,
              Inboxes.RECEIPTS,
              InboxReads.COPIES_OF_CHUNK,
              InboxReads.RECEIPTS_OF_CHUNK)
          .patterns(
              Broadcasts.ADD_HEADER,
              Broadcasts.READ_HEADER,
              Broadcasts.NEWEST,
              Broadcasts.REDACT,
              Broadcasts.REGISTER,
              Broadcasts.KNOWN_COUNTS,
              Broadcasts.READ_KNOWN)
          .patterns(
              SentMessages.ADD,
              SentMessages.READ,
              SentMessages.NEWEST_BELOW,
              SentMessages.ADD_CHUNKS,
              SentMessages.READ_CHUNK,
              SentMessages.READ_CHUNKS,
              SentMessages.AUDIENCE,
              SentMessages.MARK_REDACTED,
              SentMessages.DEAD_LETTERS,
              SentMessages.READ_DEAD_LETTER,
              SentMessages.ADD_DEAD_LETTER,
              DeliveryProgress.CONCLUDE,
              DeliveryProgress.RESOLVE,
              DeliveryProgress.RETRACT)
          .patterns(
              Tenants.READ_SETTINGS,
              Tenants.WRITE_SETTINGS,
              Tenants.READ_CONFIG,
              Tenants.WRITE_CONFIG,
              Tenants.LIST_CONFIGS,
              Tenants.FIND_KEY,
              Tenants.LIST_KEYS,
              Tenants.ADD_KEY,
              Tenants.END_KEY,
              Tenants.REMOVE_KEY,
              WebhookEvents.ADD,
              WebhookEvents.READ,
              WebhookEvents.RECORD_ATTEMPT,
              WebhookEvents.NEWEST)
          .patterns(
              Erasures.LIST_USERS,
              Erasures.ADD,
              Erasures.READ,
              Erasures.FINISH,
              Erasures.DELETE_MESSAGES,
              Erasures.DELETE_RECEIPTS,
              Erasures.FORGET,
              Erasures.STRIP_CHUNK,
              Erasures.DELETE_LETTER)
          .patterns(
              TenantDirectory.ADD,
              TenantDirectory.READ,
              TenantDirectory.READ_STATE,
              TenantDirectory.LIST,
              TenantDirectory.SET_STATE,
              TenantDirectory.REMOVE,
              TenantDeletes.SENT,
              TenantDeletes.CHUNK,
              TenantDeletes.BROADCAST,
              TenantDeletes.HEADER,
              TenantDeletes.KNOWN_COUNT,
              TenantDeletes.CONFIG,
              TenantDeletes.EVENT,
              TenantDeletes.SETTINGS)
          .patterns(Templates.READ, Templates.WRITE, Templates.REMOVE, Templates.LIST)
          .accept(
              "copies",
              "Receipt",
              "a receipt belongs to a broadcast, of which the user has no message")
          .build();

  private StakModel() {}
}
