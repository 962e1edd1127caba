package dev.trestle.app.trial;

/** What can happen to a fleet. */
enum Disturbance {
  SERVER_KILLED,
  /** It gets SIGTERM, as in a rolling restart. */
  SERVER_RESTARTED,
  SERVER_FROZEN,
  /** The connections of a server to Redis are closed, and new ones refused. */
  SERVER_WITHOUT_REDIS,
  /** The connections of a server to Redis stay open, and nothing gets through. */
  SERVER_WITH_SILENT_REDIS,
  SERVER_WITHOUT_DATABASE,
  SERVER_WITH_SILENT_DATABASE,
  REDIS_KILLED,
  KAFKA_KILLED,
  SQS_KILLED,
  NOTHING;

  boolean isKill() {
    return switch (this) {
      case SERVER_KILLED, REDIS_KILLED, KAFKA_KILLED, SQS_KILLED -> true;
      case SERVER_RESTARTED,
          SERVER_FROZEN,
          SERVER_WITHOUT_REDIS,
          SERVER_WITH_SILENT_REDIS,
          SERVER_WITHOUT_DATABASE,
          SERVER_WITH_SILENT_DATABASE,
          NOTHING ->
          false;
    };
  }

  /** Whether the server can do its work meanwhile. */
  boolean leavesServerAtWork() {
    return switch (this) {
      case SERVER_KILLED,
          SERVER_RESTARTED,
          SERVER_FROZEN,
          SERVER_WITHOUT_DATABASE,
          SERVER_WITH_SILENT_DATABASE ->
          false;
      case SERVER_WITHOUT_REDIS,
          SERVER_WITH_SILENT_REDIS,
          REDIS_KILLED,
          KAFKA_KILLED,
          SQS_KILLED,
          NOTHING ->
          true;
    };
  }
}
