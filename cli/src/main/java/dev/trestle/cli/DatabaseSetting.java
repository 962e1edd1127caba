package dev.trestle.cli;

import java.util.Optional;

/** A setting of the engine and its endpoint: its key, its flag, its default and its values. */
public enum DatabaseSetting {
  DATA("data", "--data", "data"),
  HOST("host", "--host", "127.0.0.1"),
  PORT("db.port", "--port", "8000"),
  DURABILITY("durability", "--durability", "sync"),
  LIMITS("limits", "--limits", "none"),
  INDEX_LAG("index.lag", "--index-lag", "0"),
  REGION("region", "--region", "us-east-1"),
  CREDENTIALS("credentials", "--credentials", ""),
  ALLOW_ANYONE("allow.anyone", "--allow-anyone", "false");

  private static final int PORT_MAX = 65_535;
  private static final int INDEX_LAG_MAX = 600_000;

  private final String key;
  private final String flag;
  private final String standard;

  DatabaseSetting(String key, String flag, String standard) {
    this.key = key;
    this.flag = flag;
    this.standard = standard;
  }

  /** What it is called in messages, and in the files of programs that have some. */
  public String key() {
    return key;
  }

  /** The flag that sets it, such as {@code --port}. */
  public String flag() {
    return flag;
  }

  /** The default. */
  public String standard() {
    return standard;
  }

  /** What is wrong with a value, if anything. */
  public Optional<String> problemWith(String value) {
    return switch (this) {
      case DATA, HOST -> require(!value.isBlank(), "it must not be empty");
      case PORT -> number(value, PORT_MAX);
      case DURABILITY -> require(value.matches("sync|fast"), "it must be sync or fast");
      case LIMITS ->
          require(
              value.matches("[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*"),
              "it must be none, all, or names of tables, such as messages,users");
      case INDEX_LAG -> number(value, INDEX_LAG_MAX);
      case REGION ->
          require(value.matches("[a-z]+(-[a-z0-9]+)+"), "it must be a region such as us-east-1");
      case CREDENTIALS -> Optional.empty();
      case ALLOW_ANYONE -> require(value.matches("true|false"), "it must be true or false");
    };
  }

  private static Optional<String> require(boolean isFine, String problem) {
    return isFine ? Optional.empty() : Optional.of(problem);
  }

  private static Optional<String> number(String value, int max) {
    boolean isNumber = value.matches("\\d{1,9}") && Integer.parseInt(value) <= max;
    return require(isNumber, "it must be a number from 0 to " + max);
  }
}
