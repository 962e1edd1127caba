package dev.trestle.app.config;

import dev.trestle.cli.DatabaseSetting;
import dev.trestle.cli.UsageError;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.fleet.s3.BucketFolder;
import dev.trestle.fleet.sqs.SqsQueue;
import dev.trestle.platform.identity.SecretsKey;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.web.AddressBlock;
import dev.trestle.stak.email.SmtpServer;
import dev.trestle.stak.model.EmailAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** One setting: its key in a file, its default and the values it takes. */
public enum Setting {
  DATA(DatabaseSetting.DATA, "the folder that holds the data"),
  HOST(DatabaseSetting.HOST, "the address to listen on"),
  PORT("port", "8080", "the port of 'serve'; 0 picks a free one"),
  DB_PORT(
      DatabaseSetting.PORT,
      "the port of 'db', and of the endpoint for AWS SDKs of 'serve'; 0 picks a free one"),
  DURABILITY(
      DatabaseSetting.DURABILITY, "sync: a write is on disk when acknowledged; fast: soon after"),
  LIMITS(
      DatabaseSetting.LIMITS,
      "tables with DynamoDB's throughput limits: none, all, or their names"),
  INDEX_LAG(DatabaseSetting.INDEX_LAG, "how far reads of global indexes may lag, in milliseconds"),
  REGION(DatabaseSetting.REGION, "the region in ARNs and streams"),
  CREDENTIALS(
      DatabaseSetting.CREDENTIALS, "a file of access keys; requests to 'db' must be signed"),
  ALLOW_ANYONE(DatabaseSetting.ALLOW_ANYONE, "whether other machines may connect without signing"),
  ONLY("only", "", "the systems that 'serve' runs, such as messenger,stak; all if empty"),
  ENDPOINT("endpoint", "", "a DynamoDB endpoint for 'serve'; the built-in engine if empty"),
  PUBLIC_ADDRESS(
      "public.address",
      "",
      "where others reach 'serve', such as https://home.example; for e-mail and Telegram"),
  REDIS("redis", "", "a Redis that several servers share, such as redis://localhost:6379"),
  KAFKA("kafka", "", "brokers that events are published to, such as localhost:9092"),
  KAFKA_CONFIG("kafka.config", "", "a file of settings for Kafka's clients, such as credentials"),
  SQS("sqs", "", "a queue of SQS through which several servers wake each other's workers"),
  BLOBS("blobs", "", "a bucket for photos and files, such as s3://bucket; in 'data' if empty"),
  BLOBS_ENDPOINT("blobs.endpoint", "", "a service like S3 that has this bucket; AWS if empty"),
  BLOBS_PROFILE("blobs.profile", "", "a profile of credentials for this bucket, as in AWS's files"),
  SECRETS(
      "secrets",
      "",
      "the folder of secrets, or 'table'; shared by several servers; in 'data' if empty"),
  SECRETS_KEY("secrets.key", "", "the key of secrets in a table: 32 random bytes in Base64"),
  TABLE_PREFIX("table.prefix", "", "the prefix of every table name of 'serve'"),
  SMS_GATEWAY("sms.gateway", "", "the address of an SMS gateway for login codes"),
  SMS_TOKEN("sms.token", "", "the token for the SMS gateway"),
  MESSENGER_COLD_DAYS(
      "messenger.cold.days", "365", "the age at which messages go to cold storage; 0: never"),
  STAK_EMAIL_SERVER(
      "stak.email.server", "", "an SMTP server for Stak, such as smtp://user@mail.example.com:587"),
  STAK_EMAIL_PASSWORD("stak.email.password", "", "the password for the SMTP server"),
  STAK_EMAIL_FROM("stak.email.from", "", "the address that Stak's e-mails come from"),
  PUSH_CONTACT(
      "push.contact",
      "",
      "whom push services can reach, such as mailto:ops@example.com; no Web Push if empty"),
  TRUSTED_PROXIES(
      "trusted.proxies", "", "proxies that may name the client, such as 127.0.0.1,10.0.0.0/8"),
  ECOBID_CURRENCY("ecobid.currency", "EUR", "the ISO code of EcoBid's currency"),
  ECOBID_START("ecobid.start", "", "where EcoBid's map begins, such as 52.23,21.01"),
  ECOBID_TILES("ecobid.tiles", "", "a URL of map tiles with {z}, {x} and {y}, for EcoBid"),
  HOMEOPS_TELEGRAM_TOKEN("homeops.telegram.token", "", "the token of HomeOps' Telegram bot"),
  HOMEOPS_TELEGRAM_API(
      "homeops.telegram.api", "https://api.telegram.org", "the address of Telegram's Bot API"),
  HOMEOPS_LLM_ENDPOINT(
      "homeops.llm.endpoint", "", "an OpenAI-compatible API that HomeOps asks about messages"),
  HOMEOPS_LLM_MODEL("homeops.llm.model", "", "the language model to ask there"),
  HOMEOPS_LLM_KEY("homeops.llm.key", "", "the key for the language model"),
  DRAIN_SECONDS(
      "drain.seconds",
      "0",
      "how long 'serve' goes on after /health says that it is stopping, for load balancers"),
  TLS_CERT("tls.cert", "", "a PEM file of the certificate chain, for 'serve' with TLS"),
  TLS_KEY("tls.key", "", "a PEM file of the certificate's private key"),
  BACKUP_FOLDER(
      "backup.folder",
      "",
      "where 'serve' puts backups; empty: backups in the data folder; off: none"),
  EXPORT_FOLDER(
      "export.folder",
      "",
      "where exports and imports of tables have their buckets; in 'data' if empty"),
  TRUST_CLOCK(
      "trust.clock", "false", "whether a clock more than 35 days past the last write is right"),
  DEMO_RATE("demo.rate", "5", "actions of the demo's simulated people per second");

  private static final int PORT_MAX = 65_535;
  private static final int DEMO_RATE_MAX = 1000;
  private static final int COLD_DAYS_MAX = 36_500;
  private static final int DRAIN_SECONDS_MAX = 300;

  private final String key;
  private final String standard;
  private final String meaning;
  private final Optional<DatabaseSetting> database;

  Setting(String key, String standard, String meaning) {
    this.key = key;
    this.standard = standard;
    this.meaning = meaning;
    this.database = Optional.empty();
  }

  /** A setting of the engine, which programs without our systems have, too. */
  Setting(DatabaseSetting setting, String meaning) {
    this.key = setting.key();
    this.standard = setting.standard();
    this.meaning = meaning;
    this.database = Optional.of(setting);
  }

  static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** The setting of the engine as one of this program. */
  public static Setting of(DatabaseSetting setting) {
    return Arrays.stream(values())
        .filter(each -> each.database.filter(setting::equals).isPresent())
        .findFirst()
        .orElseThrow();
  }

  public String key() {
    return key;
  }

  /** The default. */
  public String standard() {
    return standard;
  }

  public String meaning() {
    return meaning;
  }

  /** The environment variable that sets it. */
  public String variable() {
    return "TRESTLE_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Whether its value must not be printed. */
  boolean isSecret() {
    return switch (this) {
      case SECRETS_KEY,
          SMS_TOKEN,
          STAK_EMAIL_PASSWORD,
          HOMEOPS_TELEGRAM_TOKEN,
          HOMEOPS_LLM_KEY,
          REDIS ->
          true;
      default -> false;
    };
  }

  /** What is wrong with a value, if anything. */
  Optional<String> problemWith(String value) {
    return switch (this) {
      case DATA, HOST, DB_PORT, DURABILITY, LIMITS, INDEX_LAG, REGION, CREDENTIALS, ALLOW_ANYONE ->
          database.orElseThrow().problemWith(value);
      case PORT -> number(value, PORT_MAX);
      case DEMO_RATE -> number(value, DEMO_RATE_MAX);
      case MESSENGER_COLD_DAYS -> number(value, COLD_DAYS_MAX);
      case DRAIN_SECONDS -> number(value, DRAIN_SECONDS_MAX);
      case TRUST_CLOCK -> require(value.matches("true|false"), "it must be true or false");
      case BACKUP_FOLDER,
          BLOBS_PROFILE,
          EXPORT_FOLDER,
          KAFKA_CONFIG,
          SECRETS,
          SMS_TOKEN,
          STAK_EMAIL_PASSWORD,
          TLS_CERT,
          TLS_KEY,
          HOMEOPS_LLM_MODEL,
          HOMEOPS_LLM_KEY ->
          Optional.empty();
      case HOMEOPS_TELEGRAM_TOKEN ->
          require(isBotToken(value), "it must be a token from BotFather");
      case PUSH_CONTACT -> contact(value);
      case STAK_EMAIL_SERVER -> smtp(value);
      case STAK_EMAIL_FROM -> sender(value);
      case ONLY -> systems(value);
      case TRUSTED_PROXIES ->
          require(
              AddressBlock.parseAll(value).isPresent(),
              "it must be addresses or blocks of them, such as 127.0.0.1,10.0.0.0/8");
      case ECOBID_CURRENCY -> require(value.matches("[A-Z]{3}"), "it must be a code such as EUR");
      case ECOBID_START -> place(value);
      case ECOBID_TILES -> tiles(value);
      case ENDPOINT,
          PUBLIC_ADDRESS,
          BLOBS_ENDPOINT,
          SMS_GATEWAY,
          HOMEOPS_TELEGRAM_API,
          HOMEOPS_LLM_ENDPOINT ->
          require(
              value.isEmpty() || isAddress(value),
              "it must be a URL such as http://localhost:8000");
      case REDIS -> redis(value);
      case KAFKA -> brokers(value);
      case SQS -> queue(value);
      case SECRETS_KEY -> secretsKey(value);
      case BLOBS -> bucket(value);
      case TABLE_PREFIX ->
          require(
              value.matches("[A-Za-z0-9_.-]{0,64}"),
              "it takes up to 64 letters, digits, dots, hyphens and underscores");
    };
  }

  private static Optional<String> require(boolean isFine, String problem) {
    return isFine ? Optional.empty() : Optional.of(problem);
  }

  private static Optional<String> redis(String value) {
    return require(
        value.isEmpty() || value.matches("rediss?://.+"),
        "it must be a URL such as redis://localhost:6379");
  }

  private static Optional<String> brokers(String value) {
    return require(
        value.matches("([^\\s,/:]+:\\d{1,5}(,[^\\s,/:]+:\\d{1,5})*)?"),
        "it must be hosts with ports such as kafka1:9092,kafka2:9092");
  }

  private static Optional<String> queue(String value) {
    return require(
        value.isEmpty() || SqsQueue.parse(value).isPresent(),
        "it must be the URL of a queue, such as"
            + " https://sqs.eu-north-1.amazonaws.com/123456789012/trestle");
  }

  private static Optional<String> secretsKey(String value) {
    return require(
        value.isEmpty() || SecretsKey.parse(value).isPresent(),
        "it must be 32 random bytes in Base64, as 'openssl rand -base64 32' prints them");
  }

  private static Optional<String> place(String value) {
    return require(
        value.isEmpty() || isPlace(value),
        "it must be a latitude and a longitude such as 52.23,21.01");
  }

  private static Optional<String> tiles(String value) {
    return require(
        value.isEmpty() || isTiles(value),
        "it must be a URL such as https://tiles.example.org/{z}/{x}/{y}.png");
  }

  private static Optional<String> smtp(String value) {
    return require(
        value.isEmpty() || SmtpServer.parse(value, "").isPresent(),
        "it must be a URL without a password, such as smtp://user@mail.example.com:587 or"
            + " smtps://mail.example.com");
  }

  private static Optional<String> sender(String value) {
    return require(
        value.isEmpty() || EmailAddress.parse(value).isPresent(),
        "it must be an e-mail address such as no-reply@example.com");
  }

  private static Optional<String> contact(String value) {
    return require(
        value.isEmpty() || PushOptions.isContact(value),
        "it must be an address such as mailto:ops@example.com or https://example.com/contact");
  }

  private static Optional<String> bucket(String value) {
    return require(
        value.isEmpty() || BucketFolder.parse(value).isPresent(),
        "it must be a bucket such as s3://bucket or s3://bucket/folder");
  }

  private static Optional<String> systems(String value) {
    if (value.isEmpty()) return Optional.empty();
    try {
      for (var name : value.split(",", -1)) SystemName.named(name.strip());
      return Optional.empty();
    } catch (UsageError e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAddress(String value) {
    try {
      var address = URI.create(value);
      return address.getHost() != null && address.getScheme().startsWith("http");
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isBotToken(String value) {
    return value.matches("([0-9]{1,20}:[A-Za-z0-9_-]{1,128})?");
  }

  private static boolean isPlace(String value) {
    if (!value.matches("-?\\d{1,2}(\\.\\d+)?,\\s*-?\\d{1,3}(\\.\\d+)?")) return false;
    var parts = value.split(",", -1);
    return Math.abs(Double.parseDouble(parts[0])) <= GeoPoint.LATITUDE_MAX
        && Math.abs(Double.parseDouble(parts[1].strip())) <= 180;
  }

  private static boolean isTiles(String value) {
    boolean isWhole = value.contains("{z}") && value.contains("{x}") && value.contains("{y}");
    return isWhole && isAddress(value.replaceAll("[{}]", ""));
  }

  private static Optional<String> number(String value, int max) {
    boolean isNumber = value.matches("\\d{1,9}") && Integer.parseInt(value) <= max;
    return require(isNumber, "it must be a number from 0 to " + max);
  }
}
