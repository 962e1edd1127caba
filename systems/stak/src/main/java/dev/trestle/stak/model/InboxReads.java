package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;

import dev.trestle.model.BatchGet;
import dev.trestle.model.Composite;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.Receipt;

/** Reading an inbox: what its user's own messages and the broadcasts say together. */
public final class InboxReads {
  /** Broadcasts are read only when the header has another version than the cached list. */
  public static final Composite LIST =
      Composite.of(
          "S4",
          "last N",
          "a broadcast is stored once, beside the inboxes: two sorted lists are merged, and the"
              + " counts and receipts say what is read",
          Inboxes.READ_COUNTS,
          Inboxes.EXPIRED,
          Broadcasts.READ_HEADER,
          Broadcasts.NEWEST,
          Inboxes.RECEIPTS,
          Inboxes.NEWEST_BELOW);

  public static final Composite UNREAD_COUNTS =
      Composite.of(
          "S7",
          "unread counts",
          "expiry writes nothing when it happens: it is subtracted when counts are read; broadcasts"
              + " are counted by their receipts",
          Inboxes.READ_COUNTS,
          Inboxes.EXPIRED,
          Broadcasts.READ_HEADER,
          Broadcasts.NEWEST,
          Inboxes.RECEIPTS);

  public static final BatchGet<UserMessageKey, Message> COPIES_OF_CHUNK =
      Inboxes.MESSAGE
          .batchGet("reads.messages", "copies of a chunk's recipients", UserMessageKey.class)
          .consistent()
          .typically(100)
          .load(perSecond(0.5))
          .build();

  public static final BatchGet<UserMessageKey, Receipt> RECEIPTS_OF_CHUNK =
      Inboxes.RECEIPT
          .batchGet("reads.receipts", "receipts of one broadcast", UserMessageKey.class)
          .consistent()
          .typically(20)
          .load(perSecond(0.5))
          .build();

  private InboxReads() {}
}
