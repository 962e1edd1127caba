package dev.trestle.app.config;

import dev.trestle.accounts.login.HttpSmsGateway;
import dev.trestle.accounts.login.SmsGateway;
import dev.trestle.cli.DatabaseSetting;
import dev.trestle.cli.DatabaseSettings;
import dev.trestle.cli.UsageError;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.fleet.kafka.KafkaOptions;
import dev.trestle.fleet.s3.BucketFolder;
import dev.trestle.fleet.sqs.SqsQueue;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.homeops.telegram.TelegramOptions;
import dev.trestle.homeops.understanding.llm.LanguageModelOptions;
import dev.trestle.http.TlsKeys;
import dev.trestle.platform.identity.SecretsKey;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.web.AddressBlock;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.email.EmailOptions;
import dev.trestle.stak.email.SmtpServer;
import dev.trestle.stak.model.EmailAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The settings in force and where each came from: a flag, else the environment, else the file
 * {@code trestle.properties} in the working folder, else the default.
 */
public final class Configuration {
  static final String FILE = "trestle.properties";
  private static final String DEFAULT = "default";

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

  /** The ports that nobody chose and that other programs use. */
  public List<Setting> usedPorts() {
    return Stream.of(Setting.PORT, Setting.DB_PORT)
        .filter(port -> choice(port).origin().equals(DEFAULT))
        .filter(port -> isUsed(Integer.parseInt(value(port))))
        .toList();
  }

  private boolean isUsed(int port) {
    try (var listener = new ServerSocket()) {
      listener.bind(new InetSocketAddress(host(), port));
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** The same with any free port in place of this one. */
  public Configuration withFreePort(Setting port) {
    var changed = new EnumMap<>(choices);
    changed.put(port, new Choice("0", value(port) + " is in use"));
    return new Configuration(Collections.unmodifiableMap(changed));
  }

  private String value(Setting setting) {
    return choice(setting).value();
  }

  private Choice choice(Setting setting) {
    var choice = choices.get(setting);
    if (choice == null) throw new IllegalStateException("no value for " + setting);
    return choice;
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

  public String region() {
    return value(Setting.REGION);
  }

  /** How the engine runs and who may use it. */
  public DatabaseSettings database() {
    var values = new EnumMap<DatabaseSetting, String>(DatabaseSetting.class);
    for (var setting : DatabaseSetting.values()) {
      values.put(setting, value(Setting.of(setting)));
    }
    return new DatabaseSettings(values, Path.of(""));
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

  /** Where the outside world reaches this server, if it was told. */
  public Optional<PublicAddress> publicAddress() {
    return Optional.of(value(Setting.PUBLIC_ADDRESS))
        .filter(address -> !address.isEmpty())
        .map(address -> new PublicAddress(URI.create(address)));
  }

  /** The Redis that this server shares with others. It may contain a password. */
  public Optional<URI> redis() {
    var address = value(Setting.REDIS);
    return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
  }

  /**
   * The Kafka that events are published to.
   *
   * @throws UsageError if the file of its settings cannot be read
   */
  public Optional<KafkaOptions> kafka() {
    var hosts = value(Setting.KAFKA);
    if (hosts.isEmpty()) return Optional.empty();
    var settings = new HashMap<String, String>();
    var file = value(Setting.KAFKA_CONFIG);
    if (!file.isBlank()) {
      var properties = new Properties();
      try (var text = Files.newBufferedReader(Path.of(file))) {
        properties.load(text);
      } catch (IOException | IllegalArgumentException e) {
        throw new UsageError("cannot read " + Setting.KAFKA_CONFIG.key() + ": " + e.getMessage());
      }
      for (var name : properties.stringPropertyNames()) {
        settings.put(name, properties.getProperty(name));
      }
    }
    return Optional.of(new KafkaOptions(hosts, settings, tablePrefix()));
  }

  /** The queue through which servers tell each other of jobs. */
  public Optional<SqsQueue> sqs() {
    return SqsQueue.parse(value(Setting.SQS));
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

  /**
   * Where the secrets are. Servers that work together share them.
   *
   * @throws UsageError if they are in a table and there is no key for them
   */
  public SecretPlace secrets() {
    return switch (value(Setting.SECRETS)) {
      case "" -> new SecretPlace.Folder(data().resolve("secrets"));
      case "table" ->
          SecretsKey.parse(value(Setting.SECRETS_KEY))
              .map(SecretPlace.InTable::new)
              .orElseThrow(() ->
                  new UsageError(
                      "Secrets in a table need a key, the same for all servers. Set %s to what"
                              .formatted(Setting.SECRETS_KEY.variable())
                          + " 'openssl rand -base64 32' prints, and keep it."));
      case String folder -> new SecretPlace.Folder(Path.of(folder));
    };
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

  /** How push messages are sent, if they are. */
  public Optional<PushOptions> push() {
    return Optional.of(value(Setting.PUSH_CONTACT))
        .filter(contact -> !contact.isEmpty())
        .map(PushOptions::of);
  }

  /**
   * How Stak runs.
   *
   * @throws UsageError if e-mail is configured by half
   */
  public StakOptions inboxes() {
    var server =
        SmtpServer.parse(value(Setting.STAK_EMAIL_SERVER), value(Setting.STAK_EMAIL_PASSWORD));
    var options = StakOptions.STANDARD.push(push());
    if (server.isEmpty()) return options;
    var from = EmailAddress.parse(value(Setting.STAK_EMAIL_FROM));
    if (from.isEmpty() || publicAddress().isEmpty()) {
      throw new UsageError(
          "E-mail needs stak.email.from, the address it comes from, and public.address, this"
              + " server's own, for links to unsubscribe.");
    }
    return options.email(Optional.of(new EmailOptions(server.get(), from.get())));
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
    if (!token.isEmpty()) {
      if (publicAddress().isEmpty()) {
        throw new UsageError(
            "Telegram needs public.address, this server's own, to which it delivers.");
      }
      var api = URI.create(value(Setting.HOMEOPS_TELEGRAM_API));
      options = options.telegram(new TelegramOptions(api, token));
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

  /**
   * The age at which Messenger's entries go to cold storage. Never, if other servers share the
   * tables but not the blobs.
   */
  public Optional<Duration> coldAfter() {
    int days = Integer.parseInt(value(Setting.MESSENGER_COLD_DAYS));
    boolean areBlobsShared = endpoint().isEmpty() || blobs().isPresent();
    return days > 0 && areBlobsShared ? Optional.of(Duration.ofDays(days)) : Optional.empty();
  }

  /** How long a server goes on after it has said that it is stopping. */
  public Duration drain() {
    return Duration.ofSeconds(Integer.parseInt(value(Setting.DRAIN_SECONDS)));
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
    return new Choice(setting.standard(), DEFAULT);
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
