package dev.trestle.cli;

import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.IndexLag;
import dev.trestle.engine.LimitedTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How the engine runs and who may use it: a value for each {@link DatabaseSetting}. */
public final class DatabaseSettings {
  private final Map<DatabaseSetting, String> values;
  private final Path folder;

  /**
   * Settings with these values, which the settings take, and defaults for the others.
   *
   * @param folder where relative paths begin
   */
  public DatabaseSettings(Map<DatabaseSetting, String> values, Path folder) {
    this.values = new EnumMap<>(DatabaseSetting.class);
    this.values.putAll(values);
    this.folder = folder;
  }

  private String value(DatabaseSetting setting) {
    return values.getOrDefault(setting, setting.standard());
  }

  /** The options of the engine. */
  public EngineOptions engine(boolean inMemory) {
    var durability = value(DatabaseSetting.DURABILITY).toUpperCase(Locale.ROOT);
    var base =
        inMemory
            ? EngineOptions.inMemory()
            : EngineOptions.at(folder.resolve(value(DatabaseSetting.DATA)))
                .withDurability(Durability.valueOf(durability));
    return base.withRegion(value(DatabaseSetting.REGION))
        .withLimits(limits())
        .withIndexLag(indexLag());
  }

  private LimitedTables limits() {
    return switch (value(DatabaseSetting.LIMITS)) {
      case "none" -> LimitedTables.NONE;
      case "all" -> LimitedTables.ALL;
      case String names -> LimitedTables.named(new HashSet<>(Arrays.asList(names.split(",", -1))));
    };
  }

  private IndexLag indexLag() {
    var millis = Integer.parseInt(value(DatabaseSetting.INDEX_LAG));
    return new IndexLag(Duration.ofMillis(millis), 1);
  }

  /**
   * The access on the host that is set.
   *
   * @throws UsageError as {@link DatabaseAccess#of}
   */
  public DatabaseAccess access() {
    return access(value(DatabaseSetting.HOST));
  }

  /**
   * The access on another host.
   *
   * @throws UsageError as {@link DatabaseAccess#of}
   */
  public DatabaseAccess access(String host) {
    return DatabaseAccess.of(
        new DatabaseAccess.Address(
            host, Integer.parseInt(value(DatabaseSetting.PORT)), value(DatabaseSetting.REGION)),
        credentials(),
        allowsAnyone());
  }

  /** Whether access was given explicitly: to those with credentials, or to anyone. */
  public boolean givesAccess() {
    return credentials().isPresent() || allowsAnyone();
  }

  private Optional<Path> credentials() {
    var file = value(DatabaseSetting.CREDENTIALS);
    return file.isBlank() ? Optional.empty() : Optional.of(folder.resolve(file));
  }

  private boolean allowsAnyone() {
    return Boolean.parseBoolean(value(DatabaseSetting.ALLOW_ANYONE));
  }
}
