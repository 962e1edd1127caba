package dev.trestle.messenger.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One line of a history. A call is two events with the same number: the request, and its response,
 * {@link Refused} (certainly not done) or {@link Unknown} (done once or not at all).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.Created.class, name = "created"),
  @JsonSubTypes.Type(value = Event.SendBegun.class, name = "send_begun"),
  @JsonSubTypes.Type(value = Event.SendAcked.class, name = "send_acked"),
  @JsonSubTypes.Type(value = Event.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Event.Unknown.class, name = "unknown"),
  @JsonSubTypes.Type(value = Event.Opened.class, name = "opened"),
  @JsonSubTypes.Type(value = Event.Closed.class, name = "closed"),
  @JsonSubTypes.Type(value = Event.Received.class, name = "received"),
  @JsonSubTypes.Type(value = Event.PageAsked.class, name = "page_asked"),
  @JsonSubTypes.Type(value = Event.PageGiven.class, name = "page_given"),
  @JsonSubTypes.Type(value = Event.Confirmed.class, name = "confirmed"),
  @JsonSubTypes.Type(value = Event.WatermarkAsked.class, name = "watermark_asked"),
  @JsonSubTypes.Type(value = Event.WatermarkGiven.class, name = "watermark_given"),
  @JsonSubTypes.Type(value = Event.ChangeBegun.class, name = "change_begun"),
  @JsonSubTypes.Type(value = Event.ChangeDone.class, name = "change_done"),
  @JsonSubTypes.Type(value = Event.Stored.class, name = "stored"),
  @JsonSubTypes.Type(value = Event.Replica.class, name = "replica"),
  @JsonSubTypes.Type(value = Event.Noted.class, name = "noted"),
})
public sealed interface Event {
  Timestamp at();

  /** A chat is there, with these members from the beginning. */
  record Created(Timestamp at, String chat, Set<String> members) implements Event {}

  /** A client asks for an entry to be appended; a retry is another call with the same name. */
  record SendBegun(
      Timestamp at,
      long call,
      String user,
      String chat,
      String clientMessageId,
      String kind,
      String content)
      implements Event {}

  record SendAcked(Timestamp at, long call, String messageId, long sequence) implements Event {}

  record Refused(Timestamp at, long call, String code) implements Event {}

  /** There was no clear response: a timeout, a broken connection, or an ambiguous error. */
  record Unknown(Timestamp at, long call) implements Event {}

  /** A device, which is a replica of its user's chats, opened a socket. */
  record Opened(Timestamp at, String connection, String user, String device) implements Event {}

  record Closed(Timestamp at, String connection) implements Event {}

  /** The server pushed an entry. */
  record Received(Timestamp at, String connection, String chat, SeenEntry entry) implements Event {}

  /** A device requests the entries after a sequence. */
  record PageAsked(Timestamp at, long call, String user, String device, String chat, long after)
      implements Event {}

  record PageGiven(Timestamp at, long call, List<SeenEntry> entries, boolean hasMore)
      implements Event {}

  /** A device confirms everything up to here. There is no response. */
  record Confirmed(Timestamp at, String user, String device, String chat, long sequence)
      implements Event {}

  /** A request to read or move a user's watermark. */
  record WatermarkAsked(Timestamp at, long call, String user, String chat, Optional<Long> move)
      implements Event {}

  record WatermarkGiven(Timestamp at, long call, long sequence) implements Event {}

  /** A request that a member joins or leaves. */
  record ChangeBegun(Timestamp at, long call, String by, String chat, String member, String kind)
      implements Event {}

  record ChangeDone(Timestamp at, long call) implements Event {}

  /** At the end: a chat's log in the table, in the table's order. */
  record Stored(Timestamp at, String chat, List<SeenEntry> entries) implements Event {}

  /** At the end: what a device has of a chat after catching up. */
  record Replica(Timestamp at, String user, String device, String chat, List<SeenEntry> entries)
      implements Event {}

  /** For the person who reads it: a fault was planted, a server started. */
  record Noted(Timestamp at, String text) implements Event {}
}
