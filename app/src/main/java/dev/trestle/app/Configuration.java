package dev.trestle.app;

import dev.trestle.messenger.identity.HttpSmsGateway;
import dev.trestle.messenger.identity.SmsGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings in force and where each came from: a flag, else the environment, else the file
 * {@code trestle.properties} in the working folder, else the default.
 */
final class Configuration {
  static final String FILE = "trestle.properties";

  /** A value and the place it came from, in words for people. */
  record Choice(String value, String origin) {
    /** The value as people may see it. */
    String shown(Setting setting) {
      return setting.isSecret() && !value.isEmpty() ? "(not shown)" : value;
    }
  }

  private final Map<Setting, Choice> choices;

  private Configuration(Map<Setting, Choice> choices) {
    this.choices = choices;
  }

  /**
   * @throws WrongUse if a value is not one its setting takes, or the file has a key that is none
   */
  static Configuration read(Flags flags, Map<String, String> environment, Path folder) {
    var file = keysOf(folder.resolve(FILE));
    var choices = new EnumMap<Setting, Choice>(Setting.class);
    for (var setting : Setting.values()) {
      var choice = choose(setting, flags, environment, file);
      var fault = setting.faultOf(choice.value());
      if (fault.isPresent()) {
        throw new WrongUse(
            "%s is '%s' (%s): %s"
                .formatted(setting.key(), choice.shown(setting), choice.origin(), fault.get()));
      }
      choices.put(setting, choice);
    }
    return new Configuration(Collections.unmodifiableMap(choices));
  }

  Map<Setting, Choice> choices() {
    return choices;
  }

  String value(Setting setting) {
    var choice = choices.get(setting);
    if (choice == null) throw new IllegalStateException("a setting without a choice: " + setting);
    return choice.value();
  }

  Path data() {
    return Path.of(value(Setting.DATA));
  }

  String host() {
    return value(Setting.HOST);
  }

  int port() {
    return Integer.parseInt(value(Setting.PORT));
  }

  int dbPort() {
    return Integer.parseInt(value(Setting.DB_PORT));
  }

  String durability() {
    return value(Setting.DURABILITY);
  }

  String region() {
    return value(Setting.REGION);
  }

  /** The file whose keys sign requests, if they have to be signed. */
  Optional<Path> credentials() {
    var file = value(Setting.CREDENTIALS);
    return file.isBlank() ? Optional.empty() : Optional.of(Path.of(file));
  }

  boolean allowAnyone() {
    return Boolean.parseBoolean(value(Setting.ALLOW_ANYONE));
  }

  /** The systems to run, in the order they are known by. */
  List<Systems> systems() {
    var only = value(Setting.ONLY);
    if (only.isEmpty()) return List.of(Systems.values());
    return Arrays.stream(only.split(",", -1)).map(name -> Systems.named(name.strip())).toList();
  }

  /** The DynamoDB to stand on; none: the engine in this process. */
  Optional<URI> endpoint() {
    var address = value(Setting.ENDPOINT);
    return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
  }

  String tablePrefix() {
    return value(Setting.TABLE_PREFIX);
  }

  /** How login codes reach phones, if they do. */
  Optional<SmsGateway> sms() {
    var address = value(Setting.SMS_GATEWAY);
    if (address.isEmpty()) return Optional.empty();
    return Optional.of(new HttpSmsGateway(URI.create(address), value(Setting.SMS_TOKEN)));
  }

  /** What the people of the demo do in a second. */
  int demoRate() {
    return Integer.parseInt(value(Setting.DEMO_RATE));
  }

  private static Choice choose(
      Setting setting, Flags flags, Map<String, String> environment, Map<String, String> file) {
    var flag = flags.given(setting);
    if (flag.isPresent()) return flag.get();
    var variable = environment.get(setting.variable());
    if (variable != null) return new Choice(variable, setting.variable());
    var line = file.get(setting.key());
    if (line != null) return new Choice(line, FILE);
    return new Choice(setting.standard(), "default");
  }

  private static Map<String, String> keysOf(Path file) {
    var keys = new HashMap<String, String>();
    if (!Files.exists(file)) return keys;
    var properties = new Properties();
    try (var text = Files.newBufferedReader(file)) {
      properties.load(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new WrongUse(FILE + " cannot be read: " + e.getMessage());
    }
    for (var key : properties.stringPropertyNames()) {
      if (Setting.of(key).isEmpty()) throw new WrongUse(FILE + " has no setting '" + key + "'");
      keys.put(key, properties.getProperty(key).strip());
    }
    return keys;
  }
}
