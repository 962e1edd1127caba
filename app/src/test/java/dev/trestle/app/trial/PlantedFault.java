package dev.trestle.app.trial;

import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.server.FaultyServer;

/** A fault that is built into servers on purpose: a trial must find it. */
enum PlantedFault {
  NONE,
  /** Some messages are acknowledged and not stored. */
  FORGOTTEN_MESSAGES,
  /** Each server remembers by itself which calls it has carried out. */
  OWN_IDEMPOTENCY,
  /** A server does not hear of sessions that others end. */
  DEAF_TO_REVOCATIONS;

  FleetOptions in(FleetOptions options) {
    return this == NONE ? options : options.program(FaultyServer.class.getName(), name());
  }
}
