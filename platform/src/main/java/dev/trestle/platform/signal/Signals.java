package dev.trestle.platform.signal;

/**
 * Sends short messages to every server, this one included. A signal may be lost, repeated or
 * overtaken by a later one: it says that there is something to look at, and the tables stay the
 * authority. For changes that must not be lost, and that one server handles, see {@link
 * dev.trestle.platform.feed.ChangeFeed}.
 *
 * <p>Memory is bounded. Messages that a slow listener has no room for are dropped and counted, and
 * the listener is told. Nobody else waits for it.
 */
public interface Signals extends AutoCloseable {
  /** The longest topic, in characters. */
  int TOPIC_MAX = 128;

  /** The longest message, in bytes. */
  int MESSAGE_BYTES_MAX = 256 * 1024;

  /**
   * Sends a message to the listeners of a topic. Never waits for them.
   *
   * @throws IllegalArgumentException if topic or message is too long
   */
  void publish(String topic, byte[] message);

  /** Listens to a topic from now on, until the subscription is closed. */
  Subscription subscribe(String topic, Listener listener);

  /** Tells all listeners on this server that messages may have been lost. */
  void missed();

  /** How many messages are known not to have reached other servers, since the start. */
  default long unsent() {
    return 0;
  }

  /** How many messages were dropped because a listener was too slow, since the start. */
  long dropped();

  /** Ends all subscriptions. */
  @Override
  void close();

  /** Receives the messages of one topic, one at a time, on a virtual thread of its own. */
  interface Listener {
    /** A message. The array belongs to the listener. An exception is logged; the next one comes. */
    void received(byte[] message) throws Exception;

    /** Messages were lost before the next one: look at the tables for what they told. */
    void missed();
  }

  /** A listener at work. */
  interface Subscription extends AutoCloseable {
    /** Ends it. A message that is being received is finished first. */
    @Override
    void close();
  }
}
