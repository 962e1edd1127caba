package dev.trestle.app.config;

import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.homeops.model.HomeOpsModel;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.model.Model;
import dev.trestle.stak.model.StakModel;
import java.util.Arrays;
import java.util.List;

/** The four systems. */
public enum SystemName {
  MESSENGER("messenger", "Messenger"),
  STAK("stak", "Stak"),
  ECOBID("ecobid", "EcoBid"),
  HOMEOPS("homeops", "HomeOps");

  private final String id;
  private final String title;

  SystemName(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The name in flags and addresses. */
  public String id() {
    return id;
  }

  /** The name that people read. */
  public String title() {
    return title;
  }

  public static List<String> ids() {
    return Arrays.stream(values()).map(SystemName::id).toList();
  }

  /**
   * The system of this name.
   *
   * @throws UsageError if there is none
   */
  public static SystemName named(String name) {
    for (var system : values()) {
      if (system.id.equals(name)) return system;
    }
    var meant = Suggestion.of(name, ids()).map(" Did you mean '%s'?"::formatted);
    throw new UsageError(
        "There is no system '%s'. The systems are %s.%s"
            .formatted(name, String.join(", ", ids()), meant.orElse("")));
  }

  /** The model. Loading it takes a moment, because all its keys are checked. */
  public Model model() {
    return switch (this) {
      case MESSENGER -> MessengerModel.MODEL;
      case STAK -> StakModel.MODEL;
      case ECOBID -> EcoBidModel.MODEL;
      case HOMEOPS -> HomeOpsModel.MODEL;
    };
  }
}
