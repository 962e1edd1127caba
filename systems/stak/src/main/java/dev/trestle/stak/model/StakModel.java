package dev.trestle.stak.model;

import dev.trestle.model.Model;

/** All of Stak's data. */
public final class StakModel {
  public static final Model MODEL =
      Model.named("stak")
          .entities(
              Tenants.SETTINGS,
              Tenants.CONFIG,
              Tenants.KEY,
              Inboxes.MESSAGE,
              Inboxes.COUNTS,
              Inboxes.RECEIPT,
              Broadcasts.PUBLIC_MESSAGE,
              Broadcasts.HEADER,
              Broadcasts.SENT_MESSAGE,
              Broadcasts.CHUNK_OF,
              Broadcasts.KNOWN)
          .patterns(
              Inboxes.S1,
              Broadcasts.S2,
              Broadcasts.S3,
              Broadcasts.S4,
              Inboxes.S5,
              Inboxes.S6,
              Inboxes.S7,
              Tenants.S8,
              Tenants.S9)
          .patterns(
              Inboxes.GENERATIONS,
              Inboxes.OPEN,
              Inboxes.LATEST,
              Inboxes.REDACT,
              Inboxes.READ_COUNTS,
              Inboxes.STILL_UNREAD,
              Inboxes.REPLACE_COUNTS,
              Inboxes.EXPIRED,
              Inboxes.MARK_PUBLIC,
              Inboxes.RECEIPTS)
          .patterns(
              Broadcasts.OPEN,
              Broadcasts.READ_HEADER,
              Broadcasts.PUBLIC_LATEST,
              Broadcasts.SEND,
              Broadcasts.PROGRESS,
              Broadcasts.KEEP_CHUNK,
              Broadcasts.AUDIENCE,
              Broadcasts.RECALL,
              Broadcasts.RECALL_PUBLIC,
              Broadcasts.REGISTER,
              Broadcasts.KNOWN_USERS)
          .patterns(
              Tenants.READ_SETTINGS,
              Tenants.WRITE_SETTINGS,
              Tenants.READ_CONFIG,
              Tenants.WRITE_CONFIG,
              Tenants.FIND_KEY,
              Tenants.KEYS,
              Tenants.ADD_KEY)
          .build();

  private StakModel() {}
}
