package dev.trestle.app.config;

import dev.trestle.accounts.login.HttpSmsGateway;
import dev.trestle.accounts.login.SmsGateway;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.engine.IndexLag;
import dev.trestle.engine.LimitedTables;
import dev.trestle.fleet.s3.BucketFolder;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.homeops.telegram.TelegramOptions;
import dev.trestle.homeops.understanding.llm.LanguageModelOptions;
import dev.trestle.http.TlsKeys;
import dev.trestle.platform.web.AddressBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings in force and where each came from: a flag, else the environment, else the file
 * {@code trestle.properties} in the working folder, else the default.
 */
public final class Configuration {
  static final String FILE = "trestle.properties";

  /**
   * A value and where it came from.
   *
   * @param origin for people to read, such as {@code flag --port}
   */
  public record Choice(String value, String origin) {
    /** The value, unless it is a secret. */
    public String shown(Setting setting) {
      return setting.isSecret() && !value.isEmpty() ? "(not shown)" : value;
    }
  }

  private final Map<Setting, Choice> choices;

  private Configuration(Map<Setting, Choice> choices) {
    this.choices = choices;
  }

  /**
   * Reads the configuration.
   *
   * @param flags the settings given as flags
   * @param folder the working folder
   * @throws UsageError if a setting does not take its value, or the file has an unknown key
   */
  public static Configuration read(
      Map<Setting, Choice> flags, Map<String, String> environment, Path folder) {
    var file = keysOf(folder.resolve(FILE));
    var choices = new EnumMap<Setting, Choice>(Setting.class);
    for (var setting : Setting.values()) {
      var choice = choose(setting, flags, environment, file);
      var problem = setting.problemWith(choice.value());
      if (problem.isPresent()) {
        throw new UsageError(
            "%s is '%s' (%s): %s"
                .formatted(setting.key(), choice.shown(setting), choice.origin(), problem.get()));
      }
      choices.put(setting, choice);
    }
    return new Configuration(Collections.unmodifiableMap(choices));
  }

  public Map<Setting, Choice> choices() {
    return choices;
  }

  private String value(Setting setting) {
    var choice = choices.get(setting);
    if (choice == null) throw new IllegalStateException("no value for " + setting);
    return choice.value();
  }

  public Path data() {
    return Path.of(value(Setting.DATA));
  }

  public String host() {
    return value(Setting.HOST);
  }

  public int port() {
    return Integer.parseInt(value(Setting.PORT));
  }

  public int dbPort() {
    return Integer.parseInt(value(Setting.DB_PORT));
  }

  public String durability() {
    return value(Setting.DURABILITY);
  }

  public String region() {
    return value(Setting.REGION);
  }

  /** The tables whose throughput is limited. */
  public LimitedTables limits() {
    return switch (value(Setting.LIMITS)) {
      case "none" -> LimitedTables.NONE;
      case "all" -> LimitedTables.ALL;
      case String names -> LimitedTables.named(new HashSet<>(Arrays.asList(names.split(",", -1))));
    };
  }

  /** How far reads of global indexes are behind. */
  public IndexLag indexLag() {
    return new IndexLag(Duration.ofMillis(Integer.parseInt(value(Setting.INDEX_LAG))), 1);
  }

  /** The file of access keys, if requests must be signed. */
  public Optional<Path> credentials() {
    var file = value(Setting.CREDENTIALS);
    return file.isBlank() ? Optional.empty() : Optional.of(Path.of(file));
  }

  public boolean allowAnyone() {
    return Boolean.parseBoolean(value(Setting.ALLOW_ANYONE));
  }

  /** The systems to run. */
  public List<SystemName> systems() {
    var only = value(Setting.ONLY);
    if (only.isEmpty()) return List.of(SystemName.values());
    return Arrays.stream(only.split(",", -1)).map(name -> SystemName.named(name.strip())).toList();
  }

  /** The DynamoDB endpoint to use instead of the built-in engine. */
  public Optional<URI> endpoint() {
    var address = value(Setting.ENDPOINT);
    return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
  }

  /** The Redis that this server shares with others. It may contain a password. */
  public Optional<URI> redis() {
    var address = value(Setting.REDIS);
    return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
  }

  /** The bucket for photos and files; empty if they are in the data folder. */
  public Optional<BucketFolder> blobs() {
    return BucketFolder.parse(value(Setting.BLOBS));
  }

  /** The service that has the bucket, if it is not S3 itself. */
  public Optional<URI> blobsEndpoint() {
    var address = value(Setting.BLOBS_ENDPOINT);
    return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
  }

  /** Whose credentials are for the bucket, if not the usual ones. */
  public Optional<String> blobsProfile() {
    return Optional.of(value(Setting.BLOBS_PROFILE)).filter(name -> !name.isBlank());
  }

  /** The folder of secrets. Servers that work together share it. */
  public Path secrets() {
    var folder = value(Setting.SECRETS);
    return folder.isBlank() ? data().resolve("secrets") : Path.of(folder);
  }

  public String tablePrefix() {
    return value(Setting.TABLE_PREFIX);
  }

  /** Sends login codes to phones, if a gateway is configured. */
  public Optional<SmsGateway> sms() {
    var address = value(Setting.SMS_GATEWAY);
    if (address.isEmpty()) return Optional.empty();
    return Optional.of(new HttpSmsGateway(URI.create(address), value(Setting.SMS_TOKEN)));
  }

  /** The file of the certificate chain, if the server speaks TLS. */
  public Optional<Path> tlsCertificate() {
    var file = value(Setting.TLS_CERT);
    return file.isBlank() ? Optional.empty() : Optional.of(Path.of(file));
  }

  /**
   * The keys for TLS, if the server speaks it.
   *
   * @throws UsageError if one of the files is missing or cannot be used
   */
  public Optional<TlsKeys> tls() {
    var key = value(Setting.TLS_KEY);
    if (tlsCertificate().isEmpty() && key.isBlank()) return Optional.empty();
    if (tlsCertificate().isEmpty() || key.isBlank()) {
      throw new UsageError("TLS needs both --tls-cert and --tls-key.");
    }
    try {
      return Optional.of(TlsKeys.in(tlsCertificate().get(), Path.of(key)));
    } catch (TlsKeys.Unusable e) {
      throw new UsageError("TLS: " + e.getMessage());
    }
  }

  /** The proxies that may say who the client is. */
  public List<AddressBlock> trustedProxies() {
    return AddressBlock.parseAll(value(Setting.TRUSTED_PROXIES)).orElseThrow();
  }

  /** How EcoBid's market runs. */
  public EcoBidOptions market() {
    var start = value(Setting.ECOBID_START);
    var options =
        new EcoBidOptions(
            value(Setting.ECOBID_CURRENCY),
            EcoBidOptions.STANDARD.activeReservationsMax(),
            value(Setting.ECOBID_TILES),
            Optional.empty());
    if (start.isEmpty()) return options;
    var parts = start.split(",", -1);
    return options.startingAt(
        new GeoPoint(Double.parseDouble(parts[0]), Double.parseDouble(parts[1].strip())));
  }

  /**
   * How HomeOps runs.
   *
   * @throws UsageError if the bot or the language model is configured by half
   */
  public HomeOpsOptions household() {
    var options = HomeOpsOptions.embedded();
    var token = value(Setting.HOMEOPS_TELEGRAM_TOKEN);
    var site = value(Setting.HOMEOPS_TELEGRAM_SITE);
    if (token.isEmpty() != site.isEmpty()) {
      throw new UsageError(
          "Telegram needs both homeops.telegram.token and homeops.telegram.site, the address to"
              + " which it delivers.");
    }
    if (!token.isEmpty()) {
      var api = URI.create(value(Setting.HOMEOPS_TELEGRAM_API));
      options = options.telegram(new TelegramOptions(api, token, URI.create(site)));
    }
    var endpoint = value(Setting.HOMEOPS_LLM_ENDPOINT);
    var model = value(Setting.HOMEOPS_LLM_MODEL);
    if (endpoint.isEmpty() != model.isEmpty()) {
      throw new UsageError(
          "A language model needs both homeops.llm.endpoint and homeops.llm.model.");
    }
    if (!endpoint.isEmpty()) {
      options =
          options.languageModel(
              new LanguageModelOptions(
                  URI.create(endpoint),
                  model,
                  value(Setting.HOMEOPS_LLM_KEY),
                  LanguageModelOptions.TIMEOUT));
    }
    return options;
  }

  /** Where backups of the data folder go; empty if none are to be made. */
  public Optional<Path> backups() {
    return switch (value(Setting.BACKUP_FOLDER)) {
      case "" -> Optional.of(data().resolve("backups"));
      case "off" -> Optional.empty();
      case String folder -> Optional.of(Path.of(folder));
    };
  }

  /** Where exports and imports have their buckets; empty for the engine's own folder. */
  public Optional<Path> exports() {
    return Optional.of(value(Setting.EXPORT_FOLDER))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of);
  }

  /** Whether a clock far past the last write is right. */
  public boolean trustsClock() {
    return Boolean.parseBoolean(value(Setting.TRUST_CLOCK));
  }

  /** How many actions the demo's simulated people take per second. */
  public int demoRate() {
    return Integer.parseInt(value(Setting.DEMO_RATE));
  }

  private static Choice choose(
      Setting setting,
      Map<Setting, Choice> flags,
      Map<String, String> environment,
      Map<String, String> file) {
    var flag = flags.get(setting);
    if (flag != null) return flag;
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
      throw new UsageError("cannot read " + FILE + ": " + e.getMessage());
    }
    for (var key : properties.stringPropertyNames()) {
      if (Setting.of(key).isEmpty()) {
        throw new UsageError(FILE + ": there is no setting '" + key + "'");
      }
      keys.put(key, properties.getProperty(key).strip());
    }
    return keys;
  }
}
