package dev.trestle.app.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.fleet.FleetOptions.Service;
import dev.trestle.app.server.RunningDatabase;
import dev.trestle.cli.RunningService;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * A fleet on this machine: the engine over HTTP with credentials, a Redis with a password, a Kafka
 * and an SQS if their libraries are here, servers, and nginx with TLS in front of them. Login codes
 * are shown instead of sent.
 */
public final class LocalFleet implements RunningService {
  private static final int SECRET_BYTES = 24;
  private static final int ATTEMPTS = 3;
  private static final String LOOPBACK = "127.0.0.1";

  private final ArrayDeque<AutoCloseable> open = new ArrayDeque<>();
  private final FleetOptions options;
  private final RunningDatabase database;
  private final FleetProcess redis;
  private final Map<Service, Started> services = new EnumMap<>(Service.class);
  private final FleetServers servers;
  private final ProxyPorts proxy;

  private LocalFleet(FleetOptions options) {
    this.options = options;
    try {
      Files.createDirectories(options.folder());
      var key = secret();
      var secretKey = secret();
      var credentials = credentials(key, secretKey);
      database = keep(startDatabase(credentials));
      var password = secret();
      var started = startOnFreePort(chosen -> startRedis(chosen, password));
      redis = started.process();
      LocalBroker.find().ifPresent(this::startServices);
      var token = secret();
      var sms = keep(LocalSms.start(token, text -> options.sms().accept(text.to(), text.text())));
      var shared = new HashMap<String, String>();
      shared.put("AWS_ACCESS_KEY_ID", key);
      shared.put("AWS_SECRET_ACCESS_KEY", secretKey);
      shared.put("TRESTLE_HOST", LOOPBACK);
      shared.put("TRESTLE_DATA", options.folder().toString());
      shared.put("TRESTLE_SECRETS", options.folder().resolve("secrets").toString());
      shared.put("TRESTLE_SMS_GATEWAY", sms.address().toString());
      shared.put("TRESTLE_SMS_TOKEN", token);
      shared.put("TRESTLE_TRUSTED_PROXIES", LOOPBACK);
      services.forEach((service, own) -> shared.put(service.variable(), own.address(service)));
      var redisAddress = URI.create("redis://:" + password + "@" + LOOPBACK + ":" + started.port());
      servers =
          keep(
              FleetServers.start(options, shared, database.endpoint().orElseThrow(), redisAddress));
      var certificate = LocalCertificate.make(options.folder().toAbsolutePath());
      proxy = startProxy(certificate);
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts everything.
   *
   * @throws UncheckedIOException if a program is not installed, or does not start
   */
  public static LocalFleet start(FleetOptions options) {
    return new LocalFleet(options);
  }

  private <T extends AutoCloseable> T keep(T part) {
    open.push(part);
    return part;
  }

  private static String secret() {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private Path credentials(String key, String secretKey) throws IOException {
    var text =
        "[default]%naws_access_key_id = %s%naws_secret_access_key = %s%n".formatted(key, secretKey);
    return writePrivate("credentials", text);
  }

  /** Writes a file that only its owner can read. */
  private Path writePrivate(String name, String text) throws IOException {
    var file = options.folder().resolve(name);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text);
  }

  private RunningDatabase startDatabase(Path credentials) {
    var environment = new HashMap<String, String>();
    environment.put("TRESTLE_DB_PORT", "0");
    environment.put("TRESTLE_CREDENTIALS", credentials.toString());
    options.data().ifPresent(tables -> environment.put("TRESTLE_DATA", tables.toString()));
    var configuration = Configuration.read(Map.of(), environment, options.folder());
    return RunningDatabase.start(configuration, options.data().isEmpty());
  }

  /** A process that listens on a port. */
  private record Started(FleetProcess process, int port) {
    String address(Service service) {
      return LocalBroker.address(service, port);
    }
  }

  /** Another process may take the port in the meantime, so it tries several. */
  private Started startOnFreePort(IntFunction<FleetProcess> start) {
    for (int attempt = 1; ; attempt++) {
      int chosen = FreePort.find();
      try {
        return new Started(keep(start.apply(chosen)), chosen);
      } catch (UncheckedIOException e) {
        if (attempt == ATTEMPTS) throw e;
      }
    }
  }

  private FleetProcess startRedis(int redisPort, String password) {
    var text =
        "port %d%nbind %s%nsave \"\"%nappendonly no%nrequirepass %s%n"
            .formatted(redisPort, LOOPBACK, password);
    try {
      var file = writePrivate("redis.conf", text);
      return FleetProcess.start(
          "redis-server",
          List.of("redis-server", file.toString()),
          Map.of(),
          options.folder().resolve("redis.log"),
          () -> FleetProcess.listens(redisPort));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void startServices(LocalBroker broker) {
    for (var service : Service.values()) {
      if (!options.services().contains(service)) continue;
      if (options.settings().containsKey(service.variable())) continue;
      services.put(
          service, startOnFreePort(chosen -> broker.start(service, options.folder(), chosen)));
    }
  }

  /** The ports of nginx, with TLS and without. */
  private record ProxyPorts(int tls, int plain) {}

  private ProxyPorts startProxy(LocalCertificate certificate) throws IOException {
    for (int attempt = 1; ; attempt++) {
      int chosen = options.port() == 0 ? FreePort.find() : options.port();
      var ports = new ProxyPorts(chosen, FreePort.find());
      try {
        keep(startProxy(ports, certificate));
        return ports;
      } catch (UncheckedIOException e) {
        if (attempt == ATTEMPTS || options.port() != 0) throw e;
      }
    }
  }

  private FleetProcess startProxy(ProxyPorts ports, LocalCertificate certificate)
      throws IOException {
    var folder = options.folder().toAbsolutePath();
    var upstream =
        servers.ports().stream()
            .map("    server 127.0.0.1:%d max_fails=1 fail_timeout=2s;"::formatted)
            .collect(Collectors.joining("\n"));
    var text =
        template()
            .replace("{folder}", folder.toString())
            .replace("{servers}", upstream)
            .replace("{certificate}", certificate.file().toString())
            .replace("{key}", certificate.key().toString())
            .replace("{plain}", Integer.toString(ports.plain))
            .replace("{port}", Integer.toString(ports.tls));
    var file = Files.writeString(folder.resolve("nginx.conf"), text);
    return FleetProcess.start(
        "nginx",
        List.of("nginx", "-c", file.toString(), "-p", folder.toString()),
        Map.of(),
        folder.resolve("nginx.out"),
        () -> FleetProcess.listens(ports.tls));
  }

  private static String template() throws IOException {
    var name = "nginx.conf";
    try (var in = Objects.requireNonNull(LocalFleet.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** The address of the proxy. Its certificate is in the file {@code certificate.pem}. */
  public URI address() {
    return URI.create("https://" + LOOPBACK + ":" + proxy.tls + "/");
  }

  /** The address of the proxy without TLS, for clients that know no certificates. */
  public URI plainAddress() {
    return URI.create("http://" + LOOPBACK + ":" + proxy.plain + "/");
  }

  /** The address of the engine. Its keys are in the file {@code credentials} of the folder. */
  public URI database() {
    return database.endpoint().orElseThrow();
  }

  /** The address of each server, without the proxy. */
  public List<URI> serverAddresses() {
    return servers.ports().stream()
        .map(each -> URI.create("http://" + LOOPBACK + ":" + each + "/"))
        .toList();
  }

  public List<FleetProcess> servers() {
    return servers.processes();
  }

  public FleetProcess redis() {
    return redis;
  }

  /** A service that the fleet has started. */
  public Optional<FleetProcess> service(Service service) {
    return Optional.ofNullable(services.get(service)).map(Started::process);
  }

  /** The address of a service, whether the fleet has started it or the settings name it. */
  public Optional<String> address(Service service) {
    return Optional.ofNullable(services.get(service))
        .map(own -> own.address(service))
        .or(() -> Optional.ofNullable(options.settings().get(service.variable())));
  }

  @Override
  public void announce(PrintWriter out) {
    var count = options.servers() == 1 ? "one server" : options.servers() + " servers";
    out.println("A fleet of " + count + " behind nginx on " + address());
    out.println("  no TLS     " + plainAddress());
    serverAddresses().forEach(address -> out.println("  server     " + address));
    out.println("  DynamoDB   " + database());
    address(Service.KAFKA)
        .ifPresentOrElse(
            hosts -> {
              out.println("  Kafka      " + hosts);
              out.println("  events     ./trestle follow messenger --kafka " + hosts);
            },
            () -> out.println("  Kafka      none; name one with --kafka"));
    out.println("  SQS        " + address(Service.SQS).orElse("none; name a queue with --sqs"));
    out.println("  logs in    " + options.folder().toAbsolutePath());
    out.println("  operator   its password is in secrets/operator-password there");
    out.println();
    out.println(
        "Sign in with any phone number: login codes are printed here. The certificate signs");
    out.println(
        "itself, so browsers ask once whether to trust it; curl takes --cacert and the file");
    out.println(
        "certificate.pem of that folder, which also has photos, secrets and logs. A server");
    out.println("that is killed is started again.");
    out.println("Press Ctrl-C to stop all of it.");
    out.flush();
  }

  @Override
  public void onFatalError(Consumer<Throwable> listener) {
    database.onFatalError(listener);
  }

  /** Ends everything, the proxy first. */
  @Override
  public void close() {
    for (var part : open) {
      try {
        part.close();
      } catch (Exception e) {
        System.getLogger(LocalFleet.class.getName())
            .log(System.Logger.Level.WARNING, "a part of the fleet did not end", e);
      }
    }
    open.clear();
  }
}
