package dev.trestle.app;

import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.homeops.model.HomeOpsModel;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.model.Model;
import dev.trestle.stak.model.StakModel;
import java.util.List;

/** The four systems by name. */
enum Systems {
  MESSENGER("messenger", "Messenger"),
  STAK("stak", "Stak"),
  ECOBID("ecobid", "EcoBid"),
  HOMEOPS("homeops", "HomeOps");

  private final String id;
  private final String title;

  Systems(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** As addresses and flags have it. */
  String id() {
    return id;
  }

  /** As people call it. */
  String title() {
    return title;
  }

  static List<String> names() {
    return List.of(MESSENGER.id, STAK.id, ECOBID.id, HOMEOPS.id);
  }

  static Systems named(String name) {
    for (var system : values()) {
      if (system.id.equals(name)) return system;
    }
    var meant = Nearest.to(name, names()).map(word -> "; did you mean '%s'?".formatted(word));
    throw new WrongUse(
        "no system '%s': they are %s%s"
            .formatted(name, String.join(", ", names()), meant.orElse("")));
  }

  /** Declared when asked for: it takes a moment to prove all its keys. */
  Model model() {
    return switch (this) {
      case MESSENGER -> MessengerModel.MODEL;
      case STAK -> StakModel.MODEL;
      case ECOBID -> EcoBidModel.MODEL;
      case HOMEOPS -> HomeOpsModel.MODEL;
    };
  }
}
