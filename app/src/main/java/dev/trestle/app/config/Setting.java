package dev.trestle.app.config;

import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.fleet.s3.BucketFolder;
import dev.trestle.platform.web.AddressBlock;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** One setting: its key in a file, its default and the values it takes. */
public enum Setting {
  DATA("data", "data", "the folder that holds the data"),
  HOST("host", "127.0.0.1", "the address to listen on"),
  PORT("port", "8080", "the port of 'serve'; 0 picks a free one"),
  DB_PORT("db.port", "8000", "the port of 'db'; 0 picks a free one"),
  DURABILITY("durability", "sync", "sync: a write is on disk when acknowledged; fast: soon after"),
  LIMITS("limits", "none", "tables with DynamoDB's throughput limits: none, all, or their names"),
  INDEX_LAG("index.lag", "0", "how far reads of global indexes may lag, in milliseconds"),
  REGION("region", "us-east-1", "the region in ARNs and streams"),
  CREDENTIALS("credentials", "", "a file of access keys; requests to 'db' must be signed"),
  ALLOW_ANYONE("allow.anyone", "false", "whether other machines may connect without signing"),
  ONLY("only", "", "the systems that 'serve' runs, such as messenger,stak; all if empty"),
  ENDPOINT("endpoint", "", "a DynamoDB endpoint for 'serve'; the built-in engine if empty"),
  REDIS("redis", "", "a Redis that several servers share, such as redis://localhost:6379"),
  BLOBS("blobs", "", "a bucket for photos and files, such as s3://bucket; in 'data' if empty"),
  BLOBS_ENDPOINT("blobs.endpoint", "", "a service like S3 that has this bucket; AWS if empty"),
  BLOBS_PROFILE("blobs.profile", "", "a profile of credentials for this bucket, as in AWS's files"),
  SECRETS("secrets", "", "the folder of secrets, shared by several servers; in 'data' if empty"),
  TABLE_PREFIX("table.prefix", "", "the prefix of every table name of 'serve'"),
  SMS_GATEWAY("sms.gateway", "", "the address of an SMS gateway for login codes"),
  SMS_TOKEN("sms.token", "", "the token for the SMS gateway"),
  TRUSTED_PROXIES(
      "trusted.proxies", "", "proxies that may name the client, such as 127.0.0.1,10.0.0.0/8"),
  ECOBID_CURRENCY("ecobid.currency", "EUR", "the ISO code of EcoBid's currency"),
  ECOBID_START("ecobid.start", "", "where EcoBid's map begins, such as 52.23,21.01"),
  ECOBID_TILES("ecobid.tiles", "", "a URL of map tiles with {z}, {x} and {y}, for EcoBid"),
  HOMEOPS_TELEGRAM_TOKEN("homeops.telegram.token", "", "the token of HomeOps' Telegram bot"),
  HOMEOPS_TELEGRAM_SITE(
      "homeops.telegram.site", "", "this server's public address, to which Telegram delivers"),
  HOMEOPS_TELEGRAM_API(
      "homeops.telegram.api", "https://api.telegram.org", "the address of Telegram's Bot API"),
  HOMEOPS_LLM_ENDPOINT(
      "homeops.llm.endpoint", "", "an OpenAI-compatible API that HomeOps asks about messages"),
  HOMEOPS_LLM_MODEL("homeops.llm.model", "", "the language model to ask there"),
  HOMEOPS_LLM_KEY("homeops.llm.key", "", "the key for the language model"),
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
  private static final int INDEX_LAG_MAX = 600_000;

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

  public String key() {
    return key;
  }

  /** The default. */
  String standard() {
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
      case SMS_TOKEN, HOMEOPS_TELEGRAM_TOKEN, HOMEOPS_LLM_KEY, REDIS -> true;
      default -> false;
    };
  }

  /** What is wrong with a value, if anything. */
  Optional<String> problemWith(String value) {
    return switch (this) {
      case DATA, HOST -> require(!value.isBlank(), "it must not be empty");
      case PORT, DB_PORT -> number(value, PORT_MAX);
      case LIMITS -> tables(value);
      case INDEX_LAG -> number(value, INDEX_LAG_MAX);
      case DEMO_RATE -> number(value, DEMO_RATE_MAX);
      case DURABILITY -> require(value.matches("sync|fast"), "it must be sync or fast");
      case ALLOW_ANYONE, TRUST_CLOCK ->
          require(value.matches("true|false"), "it must be true or false");
      case BACKUP_FOLDER,
          BLOBS_PROFILE,
          CREDENTIALS,
          EXPORT_FOLDER,
          SECRETS,
          SMS_TOKEN,
          TLS_CERT,
          TLS_KEY,
          HOMEOPS_LLM_MODEL,
          HOMEOPS_LLM_KEY ->
          Optional.empty();
      case HOMEOPS_TELEGRAM_TOKEN ->
          require(isBotToken(value), "it must be a token from BotFather");
      case ONLY -> systems(value);
      case TRUSTED_PROXIES ->
          require(
              AddressBlock.parseAll(value).isPresent(),
              "it must be addresses or blocks of them, such as 127.0.0.1,10.0.0.0/8");
      case ECOBID_CURRENCY -> require(value.matches("[A-Z]{3}"), "it must be a code such as EUR");
      case ECOBID_START ->
          require(
              value.isEmpty() || isPlace(value),
              "it must be a latitude and a longitude such as 52.23,21.01");
      case ECOBID_TILES ->
          require(
              value.isEmpty() || isTiles(value),
              "it must be a URL such as https://tiles.example.org/{z}/{x}/{y}.png");
      case ENDPOINT,
          BLOBS_ENDPOINT,
          SMS_GATEWAY,
          HOMEOPS_TELEGRAM_SITE,
          HOMEOPS_TELEGRAM_API,
          HOMEOPS_LLM_ENDPOINT ->
          require(
              value.isEmpty() || isAddress(value),
              "it must be a URL such as http://localhost:8000");
      case REDIS ->
          require(
              value.isEmpty() || value.matches("rediss?://.+"),
              "it must be a URL such as redis://localhost:6379");
      case BLOBS -> bucket(value);
      case TABLE_PREFIX ->
          require(
              value.matches("[A-Za-z0-9_.-]{0,64}"),
              "it takes up to 64 letters, digits, dots, hyphens and underscores");
      case REGION ->
          require(value.matches("[a-z]+(-[a-z0-9]+)+"), "it must be a region such as us-east-1");
    };
  }

  private static Optional<String> require(boolean isFine, String problem) {
    return isFine ? Optional.empty() : Optional.of(problem);
  }

  private static Optional<String> tables(String value) {
    return require(
        value.matches("[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*"),
        "it must be none, all, or names of tables, such as messages,users");
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
