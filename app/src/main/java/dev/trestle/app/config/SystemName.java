package dev.trestle.app.config;

import dev.trestle.cli.UsageError;
import dev.trestle.design.Suggestion;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.homeops.model.HomeOpsModel;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.model.Model;
import dev.trestle.stak.model.StakModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The four systems: the one list of them. Whatever differs between systems is a switch over it
 * without a default, so that the compiler asks for a new one.
 */
public enum SystemName {
  MESSENGER("messenger", "Messenger", () -> MessengerModel.MODEL),
  STAK("stak", "Stak", () -> StakModel.MODEL),
  ECOBID("ecobid", "EcoBid", () -> EcoBidModel.MODEL),
  HOMEOPS("homeops", "HomeOps", () -> HomeOpsModel.MODEL);

  private final String id;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // A lambda without state.
  private final Supplier<Model> model;

  SystemName(String id, String title, Supplier<Model> model) {
    this.id = id;
    this.title = title;
    this.model = model;
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

  /**
   * The model, for commands that open no system. Loading it takes a moment, because all its keys
   * are checked.
   */
  public Model model() {
    return model.get();
  }
}
