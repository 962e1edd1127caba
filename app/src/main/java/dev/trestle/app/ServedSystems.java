package dev.trestle.app;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which systems there are to serve, and how each is opened. */
final class ServedSystems {
  /** Those that are built; of the others there is the model. */
  static final Set<Systems> BUILT = EnumSet.of(Systems.MESSENGER, Systems.STAK);

  private ServedSystems() {}

  static Optional<ServedSystem> open(
      Systems system, Foundation foundation, Configuration configuration) {
    return switch (system) {
      case MESSENGER -> Optional.of(ServedMessenger.open(foundation, configuration.sms()));
      case STAK -> Optional.of(ServedStak.open(foundation));
      case ECOBID, HOMEOPS -> Optional.empty();
    };
  }
}
