package dev.trestle.messenger.web;

import dev.trestle.platform.limit.Rate;
import java.time.Duration;

/**
 * Messenger's rate limits, for each user.
 *
 * @param chatMessages messages, edits, deletions and reactions in one chat
 * @param messages the same in all chats
 * @param sockets sockets that are opened
 * @param frames frames of any kind on all sockets; reads and watermarks over HTTP
 * @param chats chats that are opened
 * @param additions users that are put into groups or invited
 * @param changes renames, role changes, removals, muting, answers to invitations
 * @param typing frames that start or end typing
 * @param typingTold users that are told about typing
 * @param syncs sync responses, one token for each started 16 KB
 * @param searches searches in a chat
 * @param uploads files that are uploaded
 * @param uploadedMegabytes their size, one token for each started megabyte
 * @param reports reports to the operator
 * @param linkLookUps invite links that are looked at, for each network
 */
public record MessengerRates(
    Rate chatMessages,
    Rate messages,
    Rate messagesPerHour,
    Rate sockets,
    Rate frames,
    Rate chats,
    Rate additions,
    Rate changes,
    Rate typing,
    Rate typingTold,
    Rate syncs,
    Rate searches,
    Rate uploads,
    Rate uploadedMegabytes,
    Rate reports,
    Rate linkLookUps) {
  public static final MessengerRates STANDARD =
      new MessengerRates(
          Rate.perSecond("chat-messages", 10).burst(20),
          Rate.perSecond("messages", 30),
          Rate.perHour("messages-hour", 1000),
          Rate.perMinute("sockets", 30).burst(60),
          Rate.perSecond("frames", 100).burst(300),
          Rate.perHour("chats", 60).burst(30),
          Rate.perHour("additions", 300).burst(1000),
          Rate.perMinute("changes", 60).burst(120),
          Rate.perSecond("typing", 5).burst(20),
          Rate.perSecond("typing-told", 250).burst(2000),
          Rate.perSecond("syncs", 20).burst(100),
          Rate.perSecond("searches", 2).burst(20),
          Rate.perHour("uploads", 200).burst(40),
          new Rate("upload-megabytes", 500, Duration.ofDays(1), 500),
          Rate.perHour("reports", 20),
          Rate.perMinute("link-look-ups", 60));

  /** For tests and benchmarks: far beyond what they do. */
  public static final MessengerRates UNLIMITED =
      new MessengerRates(
          unlimited("chat-messages"),
          unlimited("messages"),
          unlimited("messages-hour"),
          unlimited("sockets"),
          unlimited("frames"),
          unlimited("chats"),
          unlimited("additions"),
          unlimited("changes"),
          unlimited("typing"),
          unlimited("typing-told"),
          unlimited("syncs"),
          unlimited("searches"),
          unlimited("uploads"),
          unlimited("upload-megabytes"),
          unlimited("reports"),
          unlimited("link-look-ups"));

  /** The same with other limits on files. */
  MessengerRates uploads(Rate files, Rate megabytes) {
    return new MessengerRates(
        chatMessages,
        messages,
        messagesPerHour,
        sockets,
        frames,
        chats,
        additions,
        changes,
        typing,
        typingTold,
        syncs,
        searches,
        files,
        megabytes,
        reports,
        linkLookUps);
  }

  private static Rate unlimited(String name) {
    return Rate.perSecond(name, 1_000_000);
  }
}
