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
              Tenants.WEBHOOK_EVENT,
              Inboxes.MESSAGE,
              Inboxes.COUNTS,
              Inboxes.RECEIPT,
              Broadcasts.PUBLIC_MESSAGE,
              Broadcasts.HEADER,
              Broadcasts.KNOWN,
              Broadcasts.KNOWN_COUNT,
              Sends.SENT_MESSAGE,
              Sends.CHUNK_OF,
              Sends.DEAD_LETTER)
          .patterns(
              Changes.S1,
              Broadcasts.S2,
              Sends.S3,
              Broadcasts.S4,
              Changes.S5,
              Inboxes.S6,
              Inboxes.S7,
              Tenants.S8,
              Tenants.S9)
          .patterns(
              Changes.S1_FIRST,
              Changes.RECEIPTS_TOLD,
              Changes.COUNTS_TOLD,
              Changes.GENERATIONS,
              Changes.REDACT,
              Changes.REDACT_READ,
              Changes.REDACT_EARLY,
              Inboxes.LATEST,
              Inboxes.ONE,
              Inboxes.SOME,
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
              Broadcasts.REDACT_PUBLIC,
              Broadcasts.WELCOME,
              Broadcasts.KNOWN_USERS,
              Broadcasts.HOW_MANY)
          .patterns(
              Sends.SEND,
              Sends.PROGRESS,
              Sends.SENT_LATEST,
              Sends.KEEP_CHUNKS,
              Sends.ONE_CHUNK,
              Sends.AUDIENCE,
              Sends.RECALL,
              Sends.DEAD_LETTERS,
              Sends.ONE_DEAD,
              Sends.BURY,
              Progress.CONCLUDE,
              Progress.RESOLVE,
              Progress.RETRACT)
          .patterns(
              Tenants.READ_SETTINGS,
              Tenants.WRITE_SETTINGS,
              Tenants.READ_CONFIG,
              Tenants.WRITE_CONFIG,
              Tenants.CONFIGS,
              Tenants.FIND_KEY,
              Tenants.KEYS,
              Tenants.ADD_KEY,
              Tenants.END_KEY,
              Tenants.REMOVE_KEY,
              Tenants.TELL,
              Tenants.TOLD,
              Tenants.TRIED,
              Tenants.EVENTS)
          .build();

  private StakModel() {}
}
