package dev.trestle.messenger.history;

/** The rules that every history must satisfy. */
public enum Rule {
  COMPLETE("a history ends with each chat's log, and each answer has its question"),
  ACKED_IS_KEPT("no acknowledged entry is lost, nor one that somebody was given"),
  SENT_BY_SOMEBODY("nothing is stored that nobody sent, nor what was refused"),
  ONE_SEQUENCE("one sequence per sender, chat and client_message_id"),
  UNIQUE_SEQUENCES("a sequence belongs to one entry"),
  NO_HOLES_IN_THE_LOG("sequences are dense: a gap on a socket means a missed entry"),
  STABLE_PREFIX("once a reader was given n, nothing at or below n appears later"),
  REAL_TIME_ORDER("a send acknowledged before another began sorts before it"),
  INCREASING_STREAM("each connection's stream is strictly increasing"),
  NO_HOLES_ON_A_DEVICE("stream plus sync have no hole"),
  WATERMARK_NEVER_BACK("a watermark never goes back"),
  WATERMARK_NEVER_PAST("a watermark never passes what there is, or what the device has"),
  REMOVAL("removal is an entry of the log, and nothing above it reaches the removed member"),
  CHANGES_HAVE_TARGETS(
      "an edit, a deletion and a reaction are about a text before them that was not deleted, and"
          + " the text says what the last of them made of it"),
  EQUAL_REPLICAS("all replicas are equal in the end");

  private final String promise;

  Rule(String promise) {
    this.promise = promise;
  }

  public String promise() {
    return promise;
  }
}
