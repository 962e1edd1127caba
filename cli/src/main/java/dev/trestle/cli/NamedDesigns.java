package dev.trestle.cli;

import dev.trestle.design.Design;
import dev.trestle.model.Model;
import java.util.List;

/** The designs that commands know by name. */
public interface NamedDesigns {
  /** What a name can be, and which designs a command takes if none is given, for its help. */
  String help();

  /** The designs that a command takes if none is named. */
  List<Design> all();

  /**
   * Returns a design by its name.
   *
   * @throws UsageError if there is none
   */
  Design named(String name);

  /**
   * Returns a model by its name, for commands that need its records.
   *
   * @throws UsageError if there is none
   */
  Model model(String name);
}
