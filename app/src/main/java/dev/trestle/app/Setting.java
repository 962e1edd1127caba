package dev.trestle.app;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** One thing that can be configured: its key in a file, its default and which values it takes. */
enum Setting {
  DATA("data", "data", "the folder that holds the data"),
  HOST("host", "127.0.0.1", "the address to listen on"),
  PORT("port", "8080", "the port of 'serve'; 0 takes a free one"),
  DB_PORT("db.port", "8000", "the port of 'db'; 0 takes a free one"),
  DURABILITY("durability", "sync", "sync: acknowledged is on disk; fast: the system decides when"),
  REGION("region", "us-east-1", "what ARNs and streams name as their region"),
  CREDENTIALS("credentials", "", "a file of keys; requests to 'db' have to be signed with one"),
  ALLOW_ANYONE("allow.anyone", "false", "whether others may come in without a signature");

  private static final int PORT_MAX = 65_535;

  private final String key;
  private final String standard;
  private final String meaning;

  Setting(String key, String standard, String meaning) {
    this.key = key;
    this.standard = standard;
    this.meaning = meaning;
  }

  static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  String key() {
    return key;
  }

  /** The value where nobody chose one. */
  String standard() {
    return standard;
  }

  String meaning() {
    return meaning;
  }

  /** The environment variable that sets it. */
  String variable() {
    return "TRESTLE_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** What is wrong with a value, if anything. */
  Optional<String> faultOf(String value) {
    return switch (this) {
      case DATA, HOST -> value.isBlank() ? Optional.of("it must not be empty") : Optional.empty();
      case PORT, DB_PORT -> faultOfPort(value);
      case DURABILITY ->
          value.equals("sync") || value.equals("fast")
              ? Optional.empty()
              : Optional.of("it is sync or fast");
      case CREDENTIALS -> Optional.empty();
      case ALLOW_ANYONE ->
          value.equals("true") || value.equals("false")
              ? Optional.empty()
              : Optional.of("it is true or false");
      case REGION ->
          value.matches("[a-z]+(-[a-z0-9]+)+")
              ? Optional.empty()
              : Optional.of("a region is a name such as us-east-1");
    };
  }

  private static Optional<String> faultOfPort(String value) {
    try {
      var port = Integer.parseInt(value);
      if (port >= 0 && port <= PORT_MAX) return Optional.empty();
    } catch (NumberFormatException e) {
      // Said below, in the same words as a number out of range.
    }
    return Optional.of("a port is a number from 0 to " + PORT_MAX);
  }
}
