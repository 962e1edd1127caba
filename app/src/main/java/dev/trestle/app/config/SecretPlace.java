package dev.trestle.app.config;

import dev.trestle.platform.identity.SecretsKey;
import dev.trestle.platform.identity.SecretsModel;
import java.nio.file.Path;

/** Where a server keeps its secrets. */
public sealed interface SecretPlace {
  /** In files of a folder. */
  record Folder(Path path) implements SecretPlace {
    @Override
    public String shown() {
      return path.toString();
    }
  }

  /** In a table, encrypted. */
  record InTable(SecretsKey key) implements SecretPlace {
    @Override
    public String shown() {
      return "the table " + SecretsModel.TABLE.name();
    }
  }

  /** The place, for people to read. */
  String shown();
}
