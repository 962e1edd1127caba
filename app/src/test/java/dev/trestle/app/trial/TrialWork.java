package dev.trestle.app.trial;

import java.util.List;

/** What clients of one system do during a trial, and what they remember of it. */
interface TrialWork extends AutoCloseable {
  /** Does one thing and waits until it is acknowledged. */
  void step() throws Exception;

  /** Waits for what is under way and returns every broken promise. Called once, at the end. */
  List<String> violations();

  /** How often something was acknowledged, for the summary. */
  String summary();

  /** How many messages of Messenger were acknowledged. */
  default long messages() {
    return 0;
  }

  /** What must be in Kafka, once each. Called after {@link #violations}. */
  default List<ComparedEvent> events() {
    return List.of();
  }

  @Override
  default void close() {}
}
