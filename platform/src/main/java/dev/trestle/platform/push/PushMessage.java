package dev.trestle.platform.push;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A message for a browser.
 *
 * @param content at most 3 KB; the push service cannot read it
 * @param keptFor how long the push service keeps it for a browser that is away
 * @param topic replaces a waiting message with the same topic; the push service sees it
 */
public record PushMessage(byte[] content, Duration keptFor, Urgency urgency, String topic) {
  public static final int CONTENT_BYTES_MAX = 3 * 1024;

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  /** What a battery that runs low still receives (RFC 8030). */
  public enum Urgency {
    low,
    normal,
    high
  }

  public PushMessage {
    if (content.length > CONTENT_BYTES_MAX) throw new IllegalArgumentException("over 3 KB");
    if (keptFor.isNegative()) throw new IllegalArgumentException("kept for " + keptFor);
    if (!TOPIC.matcher(topic).matches()) throw new IllegalArgumentException("a topic");
  }
}
