package dev.trestle.messenger.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One line of a history. What takes time is two events with one number, the call's: its beginning,
 * and its answer, {@link Refused} (surely not done) or {@link Unknown} (done once or not at all).
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
  Moment at();

  /** A chat is there, with these members from the beginning. */
  record Created(Moment at, String chat, Set<String> members) implements Event {}

  /** A client asks for an entry to be appended; a retry is another call with the same name. */
  record SendBegun(
      Moment at,
      long call,
      String user,
      String chat,
      String clientMessageId,
      String kind,
      String content)
      implements Event {}

  record SendAcked(Moment at, long call, String messageId, long sequence) implements Event {}

  record Refused(Moment at, long call, String code) implements Event {}

  /** No answer came: a timeout, a broken connection, an answer that says "perhaps". */
  record Unknown(Moment at, long call) implements Event {}

  /** A device, which is a replica of its user's chats, opened a socket. */
  record Opened(Moment at, String connection, String user, String device) implements Event {}

  record Closed(Moment at, String connection) implements Event {}

  /** The server pushed an entry. */
  record Received(Moment at, String connection, String chat, Entry entry) implements Event {}

  /** A device asks for what comes after a sequence. */
  record PageAsked(Moment at, long call, String user, String device, String chat, long after)
      implements Event {}

  record PageGiven(Moment at, long call, List<Entry> entries, boolean hasMore) implements Event {}

  /** A device told the server that it has everything up to here; nobody answers that. */
  record Confirmed(Moment at, String user, String device, String chat, long sequence)
      implements Event {}

  /** Somebody asks for a user's watermark, or to move it. */
  record WatermarkAsked(Moment at, long call, String user, String chat, Optional<Long> move)
      implements Event {}

  record WatermarkGiven(Moment at, long call, long sequence) implements Event {}

  /** Somebody asks that a member joins or leaves. */
  record ChangeBegun(Moment at, long call, String by, String chat, String member, String kind)
      implements Event {}

  record ChangeDone(Moment at, long call) implements Event {}

  /** The end: a chat's log as it stands in the table, in the table's order. */
  record Stored(Moment at, String chat, List<Entry> entries) implements Event {}

  /** The end: what a device has of a chat after it has caught up. */
  record Replica(Moment at, String user, String device, String chat, List<Entry> entries)
      implements Event {}

  /** For the person who reads it: a fault was planted, a server started. */
  record Noted(Moment at, String text) implements Event {}
}
