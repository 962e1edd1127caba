package dev.trestle.app.trial;

import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.server.FaultyServer;
import java.util.regex.Pattern;

/** A fault that is built into servers on purpose: a trial must find it. */
enum PlantedFault {
  NONE("nothing"),
  /** Some messages are acknowledged and not stored. */
  FORGOTTEN_MESSAGES("reader \\d+ did not see trial-\\S+, which was stored as \\d+"),
  /** Each server remembers by itself which calls it has carried out. */
  OWN_IDEMPOTENCY("a repeated post became another message: .*|.* decided a repeated bid anew: .*"),
  /** A server does not hear of sessions that others end. */
  DEAF_TO_REVOCATIONS(".* accepted a revoked token after \\d+ ms");

  private final Pattern violation;

  PlantedFault(String violation) {
    this.violation = Pattern.compile(violation);
  }

  FleetOptions in(FleetOptions options) {
    return this == NONE ? options : options.program(FaultyServer.class.getName(), name());
  }

  /** Whether a violation is what this fault leads to. A client that gave up says nothing. */
  boolean isShownBy(String found) {
    return violation.matcher(found).matches();
  }
}
