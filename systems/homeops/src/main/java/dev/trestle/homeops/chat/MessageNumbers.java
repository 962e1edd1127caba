package dev.trestle.homeops.chat;

import dev.trestle.homeops.model.MessageNumber;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Numbers the messages of the page's chats by time. Members' messages have even numbers; a reply
 * has the next odd one, so that it is stored only once. Each server has an offset of its own within
 * a millisecond, so that two of them hardly ever choose the same number for one chat.
 */
public final class MessageNumbers {
  private static final int PER_MILLISECOND = 100;

  private final InstantSource clock;
  private final int offset;
  private final AtomicLong last = new AtomicLong();

  public MessageNumbers(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.offset = 2 * random.nextInt(PER_MILLISECOND / 2);
  }

  /** A number above all that this server has given. */
  public MessageNumber next() {
    long now = clock.millis() * PER_MILLISECOND + offset;
    return new MessageNumber(last.updateAndGet(before -> Math.max(before + 2, now)));
  }

  /** The number of the assistant's reply to a message. */
  public static MessageNumber reply(MessageNumber message) {
    return new MessageNumber(message.value() + 1);
  }
}
