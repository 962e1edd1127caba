package dev.trestle.homeops.model;

import static dev.trestle.homeops.model.Parts.CHAT;
import static dev.trestle.homeops.model.Parts.USER;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;

/** The table of everything small: people, vocabulary, memory, promises. */
final class HomeTable {
  static final String GSI1 = "gsi1";

  static final Table TABLE =
      Table.named("homeops")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index(GSI1, string("gsi1pk")).sort(string("gsi1sk")).all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  static final KeyTemplate OF_USER = KeyTemplate.of("USER#<userId>", USER);
  static final KeyTemplate OF_HABITS = KeyTemplate.of("PATTERN#<chatId>#<userId>", CHAT, USER);

  private HomeTable() {}
}
