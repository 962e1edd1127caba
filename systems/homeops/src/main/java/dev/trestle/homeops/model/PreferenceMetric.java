package dev.trestle.homeops.model;

/** What the assistant learns about how a member takes its replies. */
public enum PreferenceMetric {
  /** The share of replies that the member ignores. */
  ignoreRate,
  /** How often the member reacts, in times per day. */
  interactionFrequency,
  /** The hour of the day at which the member reacts. */
  responseTimingPref
}
