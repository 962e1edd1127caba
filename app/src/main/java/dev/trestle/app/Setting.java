package dev.trestle.app;

import java.net.URI;
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
  ALLOW_ANYONE("allow.anyone", "false", "whether others may come in without a signature"),
  ONLY("only", "", "the systems that 'serve' runs, such as messenger,stak; all if empty"),
  ENDPOINT("endpoint", "", "the DynamoDB that 'serve' stands on; the engine if empty"),
  TABLE_PREFIX("table.prefix", "", "what stands before the name of every table of 'serve'"),
  SMS_GATEWAY("sms.gateway", "", "the address that takes login codes to be sent by SMS"),
  SMS_TOKEN("sms.token", "", "the gateway's password for us"),
  DEMO_RATE("demo.rate", "5", "what the people of the demo do in a second, all together");

  private static final int PORT_MAX = 65_535;
  private static final int DEMO_RATE_MAX = 1000;

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

  /** Whether its value is for nobody's eyes. */
  boolean isSecret() {
    return this == SMS_TOKEN;
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
      case CREDENTIALS, SMS_TOKEN -> Optional.empty();
      case ONLY -> faultOfSystems(value);
      case ENDPOINT, SMS_GATEWAY -> faultOfAddress(value);
      case TABLE_PREFIX ->
          value.matches("[A-Za-z0-9_.-]{0,64}")
              ? Optional.empty()
              : Optional.of("it has letters, digits, dots, dashes and underscores, 64 at most");
      case DEMO_RATE -> faultOfRate(value);
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

  private static Optional<String> faultOfSystems(String value) {
    if (value.isEmpty()) return Optional.empty();
    try {
      for (var name : value.split(",", -1)) Systems.named(name.strip());
      return Optional.empty();
    } catch (WrongUse e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> faultOfAddress(String value) {
    if (value.isEmpty()) return Optional.empty();
    try {
      var address = URI.create(value);
      if (address.getHost() != null && address.getScheme().startsWith("http")) {
        return Optional.empty();
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    return Optional.of("an address is written as in http://localhost:8000");
  }

  private static Optional<String> faultOfRate(String value) {
    try {
      var rate = Integer.parseInt(value);
      if (rate >= 0 && rate <= DEMO_RATE_MAX) return Optional.empty();
    } catch (NumberFormatException e) {
      // Said below, in the same words as a number out of range.
    }
    return Optional.of("a rate is a number from 0 to " + DEMO_RATE_MAX);
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
