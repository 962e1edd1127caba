package dev.trestle.app;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which systems there are to serve, and how each is opened. */
final class ServedSystems {
  /** Those that are built; of the others there is the model. */
  static final Set<Systems> BUILT = EnumSet.noneOf(Systems.class);

  private ServedSystems() {}

  static Optional<ServedSystem> open(Systems system, Foundation foundation) {
    return switch (system) {
      case MESSENGER, STAK, ECOBID, HOMEOPS -> Optional.empty();
    };
  }
}
