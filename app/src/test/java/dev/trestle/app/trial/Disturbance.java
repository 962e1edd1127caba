package dev.trestle.app.trial;

/** What can happen to a fleet. */
enum Disturbance {
  SERVER_KILLED,
  SERVER_FROZEN,
  SERVER_WITHOUT_REDIS,
  SERVER_WITHOUT_DATABASE,
  REDIS_KILLED,
  NOTHING
}
