package dev.trestle.app.command;

import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.app.config.SystemName;
import dev.trestle.cli.NamedDesigns;
import dev.trestle.cli.UsageError;
import dev.trestle.design.Design;
import dev.trestle.design.Suggestion;
import dev.trestle.model.Model;
import java.util.ArrayList;
import java.util.List;

/** The designs of our systems, of the accounts they share, and of the platform. */
public final class SystemDesigns implements NamedDesigns {
  private static final String ACCOUNTS = "accounts";
  private static final String PLATFORM = "platform";

  @Override
  public String help() {
    return "accounts, %s (all), or platform: the tables that servers need for themselves."
        .formatted(String.join(", ", SystemName.ids()));
  }

  @Override
  public List<Design> all() {
    var all = new ArrayList<Design>();
    all.add(named(ACCOUNTS));
    for (var name : SystemName.ids()) all.add(named(name));
    return all;
  }

  private static List<String> names() {
    var names = new ArrayList<String>();
    names.add(ACCOUNTS);
    names.addAll(SystemName.ids());
    names.add(PLATFORM);
    return names;
  }

  @Override
  public Design named(String name) {
    if (!names().contains(name)) {
      var meant = Suggestion.of(name, names()).map(" Did you mean '%s'?"::formatted);
      throw new UsageError(
          "There is no design '%s'. The designs are %s.%s"
              .formatted(name, String.join(", ", names()), meant.orElse("")));
    }
    return name.equals(PLATFORM) ? PlatformDesign.read() : Design.of(model(name));
  }

  /** The platform has several models, and none that is called so. */
  @Override
  public Model model(String name) {
    return name.equals(ACCOUNTS) ? AccountsModel.MODEL : SystemName.named(name).model();
  }
}
