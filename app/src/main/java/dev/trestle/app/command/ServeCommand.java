package dev.trestle.app.command;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SecretPlace;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.Setting;
import dev.trestle.app.server.RunningServer;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ServerProcess;
import dev.trestle.cli.UsageError;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Serve the systems, the console and the engine's HTTP endpoint.")
final class ServeCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--demo", description = "Run in memory, with simulated people and their data.")
  private boolean demo;

  @Option(
      names = "--dev",
      description = {
        "Trust everybody on this machine: no operator's password, and login codes are shown.",
        "Only on the loopback address."
      })
  private boolean dev;

  @Spec private CommandSpec spec = CommandSpec.create();

  ServeCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8080).")
  void port(String port) {
    flags.set(Setting.PORT, port, "--port");
  }

  @Option(
      names = "--db-port",
      paramLabel = "PORT",
      description = "Listen on this port for AWS SDKs, with --demo, --dev or --credentials (8000).")
  void dbPort(String port) {
    flags.set(Setting.DB_PORT, port, "--db-port");
  }

  @Option(
      names = "--only",
      paramLabel = "SYSTEMS",
      description = "Run these systems, such as messenger,stak (all).")
  void only(String systems) {
    flags.set(Setting.ONLY, systems, "--only");
  }

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Use this DynamoDB endpoint instead of the built-in engine.")
  void endpoint(String url) {
    flags.set(Setting.ENDPOINT, url, "--endpoint");
  }

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "Share signals and rate limits with other servers through this Redis (none).")
  void redis(String url) {
    flags.set(Setting.REDIS, url, "--redis");
  }

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,...",
      description = "Publish events for other programs to this Kafka (none).")
  void kafka(String hosts) {
    flags.set(Setting.KAFKA, hosts, "--kafka");
  }

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Settings of Kafka's clients, such as credentials (none).")
  void kafkaConfig(String file) {
    flags.set(Setting.KAFKA_CONFIG, file, "--kafka-config");
  }

  @Option(
      names = "--sqs",
      paramLabel = "URL",
      description = "Notify other servers of jobs through this queue of SQS (none: they poll).")
  void sqs(String url) {
    flags.set(Setting.SQS, url, "--sqs");
  }

  @Option(
      names = "--blobs",
      paramLabel = "s3://BUCKET[/FOLDER]",
      description = "Keep photos and files in this bucket (a folder in --data).")
  void blobs(String bucket) {
    flags.set(Setting.BLOBS, bucket, "--blobs");
  }

  @Option(
      names = "--blobs-endpoint",
      paramLabel = "URL",
      description = "An S3-compatible endpoint for this bucket (default: AWS).")
  void blobsEndpoint(String url) {
    flags.set(Setting.BLOBS_ENDPOINT, url, "--blobs-endpoint");
  }

  @Option(
      names = "--blobs-profile",
      paramLabel = "NAME",
      description = "The profile of AWS's credentials file for the bucket (the usual credentials).")
  void blobsProfile(String name) {
    flags.set(Setting.BLOBS_PROFILE, name, "--blobs-profile");
  }

  @Option(
      names = "--secrets",
      paramLabel = "DIR|table",
      description = {
        "Where several servers share their secrets: in a folder, or in a table, encrypted with the"
            + " key in TRESTLE_SECRETS_KEY (a folder in --data)."
      })
  void secrets(String place) {
    flags.set(Setting.SECRETS, place, "--secrets");
  }

  @Option(
      names = "--email-server",
      paramLabel = "URL",
      description =
          "Send Stak's e-mails through this SMTP server (none). TRESTLE_STAK_EMAIL_PASSWORD has the"
              + " password.")
  void emailServer(String url) {
    flags.set(Setting.STAK_EMAIL_SERVER, url, "--email-server");
  }

  @Option(
      names = "--email-from",
      paramLabel = "ADDRESS",
      description = "The address that these e-mails come from.")
  void emailFrom(String address) {
    flags.set(Setting.STAK_EMAIL_FROM, address, "--email-from");
  }

  @Option(
      names = "--public-address",
      paramLabel = "URL",
      description =
          "Where others reach this server, for links in e-mails and for Telegram (nowhere).")
  void publicAddress(String url) {
    flags.set(Setting.PUBLIC_ADDRESS, url, "--public-address");
  }

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Prefix of every table name.")
  void prefix(String text) {
    flags.set(Setting.TABLE_PREFIX, text, "--prefix");
  }

  @Option(
      names = "--drain-seconds",
      paramLabel = "N",
      description =
          "How long to serve after /health says that the server is stopping, so that load"
              + " balancers notice (0).")
  void drain(String seconds) {
    flags.set(Setting.DRAIN_SECONDS, seconds, "--drain-seconds");
  }

  @Option(
      names = "--demo-rate",
      paramLabel = "N",
      description = "Actions of the demo's simulated people per second (5).")
  void demoRate(String rate) {
    flags.set(Setting.DEMO_RATE, rate, "--demo-rate");
  }

  @Option(
      names = "--trusted-proxies",
      paramLabel = "CIDR,...",
      description = "Proxies whose X-Forwarded-For and -Proto count, such as 127.0.0.1 (none).")
  void trustedProxies(String blocks) {
    flags.set(Setting.TRUSTED_PROXIES, blocks, "--trusted-proxies");
  }

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Serve with TLS: the certificate chain (PEM), read again when it changes.")
  void tlsCertificate(String file) {
    flags.set(Setting.TLS_CERT, file, "--tls-cert");
  }

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The certificate's private key (PEM, PKCS#8).")
  void tlsKey(String file) {
    flags.set(Setting.TLS_KEY, file, "--tls-key");
  }

  private ServerMode mode() {
    if (demo) return ServerMode.DEMO;
    return dev ? ServerMode.DEV : ServerMode.STANDARD;
  }

  @Override
  public Integer call() {
    if (mode().isLocal() && flags.has(Setting.TRUSTED_PROXIES)) {
      throw new UsageError("--demo and --dev are for this machine. Leave out --trusted-proxies.");
    }
    if (demo && flags.has(Setting.DATA)) {
      throw new UsageError("--demo keeps its data in memory. Leave out --data.");
    }
    var configuration = flags.configuration(environment);
    if (demo && configuration.endpoint().isPresent()) {
      throw new UsageError("--demo keeps its data in memory. Leave out --endpoint.");
    }
    if (demo && configuration.blobs().isPresent()) {
      throw new UsageError("--demo keeps photos and files in memory. Leave out --blobs.");
    }
    if (configuration.blobsEndpoint().isPresent() && configuration.blobs().isEmpty()) {
      throw new UsageError("--blobs-endpoint needs the name of a bucket there: --blobs.");
    }
    if (configuration.redis().isPresent() && configuration.endpoint().isEmpty()) {
      throw new UsageError(
          "--redis is for several servers on the same tables, so it needs --endpoint.");
    }
    if (configuration.sqs().isPresent() && configuration.endpoint().isEmpty()) {
      throw new UsageError(
          "--sqs is for several servers on the same tables, so it needs --endpoint.");
    }
    if (configuration.secrets() instanceof SecretPlace.InTable
        && configuration.endpoint().isEmpty()) {
      throw new UsageError("--secrets table is for several servers, so it needs --endpoint.");
    }
    var line = spec.commandLine();
    var started = demo ? withFreePorts(configuration, line.getOut()) : configuration;
    return ServerProcess.run(
        "serve",
        "--port (pages) or --db-port (AWS SDKs)",
        line.getOut(),
        line.getErr(),
        () -> RunningServer.start(started, mode()));
  }

  /** Lets the demo start beside programs that use its ports. */
  private static Configuration withFreePorts(Configuration configuration, PrintWriter out) {
    var free = configuration;
    for (var port : configuration.usedPorts()) {
      out.printf("Port %s is in use, so another one is taken.%n", port.standard());
      free = free.withFreePort(port);
    }
    return free;
  }
}
