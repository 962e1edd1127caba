package dev.trestle.cli;

import dev.trestle.dynamodb.embedded.Trestle;
import java.util.Map;
import java.util.function.Supplier;

/** {@code db} with flags and defaults only. */
final class LocalDatabaseCommand extends DatabaseCommand {
  private final Environment environment;

  LocalDatabaseCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected Supplier<LocalDatabase> prepare(Map<DatabaseSetting, String> given, boolean inMemory) {
    var settings = new DatabaseSettings(given, environment.folder());
    var access = settings.access();
    var options = settings.engine(inMemory);
    return () -> LocalDatabase.start(Trestle.open(options), options, access);
  }
}
