package dev.trestle.platform.event;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Keeps events for programs beside the servers. Events of one key are read in the order they were
 * published in; events of different keys in any order. Each is delivered at least once.
 *
 * <p>The tables stay the authority: servers publish here and never decide anything by what they
 * read.
 */
public interface EventLog extends AutoCloseable {
  /** The names of topics and groups. */
  Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  /**
   * Publishes events, in this order. Returns when all of them are stored, however long that takes.
   * When it throws, any number of the first ones are stored: publish all of them again.
   *
   * @throws EventLogException if the log refuses an event, or is closed meanwhile
   */
  void publish(String topic, List<Event> events) throws InterruptedException;

  /**
   * Follows a topic as one of a group: each event reaches one member. A group that was there before
   * goes on where it was; a new one begins with the oldest event.
   *
   * @throws EventLogException if the log cannot be reached
   */
  Subscription follow(String topic, String group, Consumer consumer);

  /**
   * Follows a topic alone: the consumer gets every event from there on.
   *
   * @throws EventLogException if the log cannot be reached
   */
  Subscription follow(String topic, Start start, Consumer consumer);

  /** Ends what is being published. Close subscriptions first. */
  @Override
  void close();

  /** Returns a name of a topic or a group, if it is one. */
  static String checked(String name) {
    if (NAME.matcher(name).matches()) return name;
    throw new IllegalArgumentException("the name of a topic or a group");
  }

  /** Where somebody who follows alone begins. */
  enum Start {
    /** With the oldest event that the log keeps. */
    OLDEST,
    /** With events that are published from now on. */
    NOW
  }

  /** Handles events. Called by one thread. */
  @FunctionalInterface
  interface Consumer {
    /**
     * Handles events, in order. When this returns they count as done. When it throws, the same
     * events come again after a pause, before any later event of their keys.
     */
    void received(List<Event> events) throws Exception;
  }

  /** A consumer at work. */
  interface Subscription extends AutoCloseable {
    /** Ends it. Events that are being handled are finished first. */
    @Override
    void close();
  }
}
