package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SecretPlace;
import dev.trestle.app.config.Setting;
import dev.trestle.app.config.SystemName;
import dev.trestle.cli.UsageError;
import dev.trestle.http.TestCertificate;
import dev.trestle.platform.web.SiteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in {@code deploy} fit the program. */
class DeployFilesTest {
  /** AWS takes managed policies up to this size, without white space. */
  private static final int POLICY_LENGTH_MAX = 6144;

  private static final Path DEPLOY =
      Path.of(System.getProperty("trestle.root", "..")).resolve("deploy");

  private static final Map<String, String> SECRETS_KEY = Map.of("TRESTLE_SECRETS_KEY", randomKey());

  @TempDir Path folder;

  private static String randomKey() {
    var bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(DEPLOY.resolve(file));
  }

  @Test
  void the_settings_of_the_service_exist_and_are_valid() throws IOException {
    var configuration = configuration("systemd/trestle.env", SECRETS_KEY);
    assertThat(configuration.endpoint()).isPresent();
    assertThat(configuration.redis()).isPresent();
    assertThat(configuration.kafka()).isPresent();
    assertThat(configuration.sqs()).isPresent();
    assertThat(configuration.blobs()).isPresent();
    assertThat(configuration.sms()).isPresent();
    assertThat(configuration.trustedProxies()).isNotEmpty();
  }

  /** A key that everybody can read here would be no secret. */
  @Test
  void the_service_does_not_start_before_it_has_a_key_of_its_own() {
    assertThatThrownBy(() -> configuration("systemd/trestle.env", Map.of()).secrets())
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("TRESTLE_SECRETS_KEY");
  }

  /** The unit makes everything else read-only. */
  @Test
  void the_service_writes_to_its_own_folder_only() throws IOException {
    var unit = lines("systemd/trestle.service");
    assertThat(unit).contains("ProtectSystem=strict", "StateDirectory=trestle");
    var state = Path.of("/var/lib/trestle");
    for (var file : List.of("systemd/trestle.env", "package/trestle.env")) {
      var configuration = configuration(file, SECRETS_KEY);
      assertThat(configuration.data()).as(file).startsWithRaw(state);
      switch (configuration.secrets()) {
        case SecretPlace.InTable _ -> {}
        case SecretPlace.Folder(var folder) -> assertThat(folder).as(file).startsWithRaw(state);
      }
    }
  }

  /** Without accounts there are no sign-in codes, so it starts without an SMS gateway. */
  @Test
  void the_settings_of_the_package_exist_and_are_valid() throws IOException {
    assertThat(configuration("package/trestle.env", Map.of()).systems())
        .containsExactly(SystemName.STAK);
  }

  /** A server that others share the tables with must not put messages where they cannot read. */
  @Test
  void old_messages_are_moved_only_to_blobs_that_all_servers_share() {
    assertThat(coldAfter(Map.of())).contains(Duration.ofDays(365));
    assertThat(coldAfter(Map.of("TRESTLE_MESSENGER_COLD_DAYS", "0"))).isEmpty();
    var shared = Map.of("TRESTLE_ENDPOINT", "http://localhost:8000");
    assertThat(coldAfter(shared)).isEmpty();
    var withBucket = new HashMap<>(shared);
    withBucket.put("TRESTLE_BLOBS", "s3://bucket");
    withBucket.put("TRESTLE_MESSENGER_COLD_DAYS", "30");
    assertThat(coldAfter(withBucket)).contains(Duration.ofDays(30));
  }

  private Optional<Duration> coldAfter(Map<String, String> environment) {
    return Configuration.read(Map.of(), environment, folder).coldAfter();
  }

  private Configuration configuration(String file, Map<String, String> more) throws IOException {
    var settings = new HashMap<>(more);
    for (var line : lines(file)) {
      if (line.startsWith("#") || line.isBlank()) continue;
      var parts = line.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    var known = Arrays.stream(Setting.values()).map(Setting::variable).toList();
    assertThat(known).containsAll(settings.keySet());
    return Configuration.read(Map.of(), settings, folder);
  }

  @Test
  void the_service_starts_a_command_with_flags_that_exist() throws IOException {
    var start =
        lines("systemd/trestle.service").stream()
            .filter(line -> line.startsWith("ExecStart="))
            .findFirst()
            .orElseThrow();
    var words = start.split(" ", -1);
    var help = CommandRun.of(folder, Map.of(), words[1], "--help");
    assertThat(help.exitCode()).isZero();
    for (var word : words) if (word.startsWith("--")) assertThat(help.out()).contains(word);
    assertThat(lines("systemd/trestle.service"))
        .contains("EnvironmentFile=/etc/trestle/trestle.env", "Restart=on-failure");
  }

  @Test
  void nginx_accepts_its_configuration() throws Exception {
    var tls = TestCertificate.in(folder, "deploy");
    var text =
        Files.readString(DEPLOY.resolve("nginx/trestle.conf"))
            .replace("listen 443", "listen unix:" + folder.resolve("socket"))
            .replace("/etc/ssl/trestle.pem", tls.certificate().toString())
            .replace("/etc/ssl/trestle.key", tls.key().toString());
    var whole =
        "pid " + folder + "/pid; error_log stderr; events {} http { access_log off; " + text + "}";
    var file = Files.writeString(folder.resolve("nginx.conf"), whole);
    var nginx =
        new ProcessBuilder("nginx", "-t", "-c", file.toString(), "-p", folder.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(nginx.getInputStream().readAllBytes(), UTF_8);
    assertThat(nginx.waitFor()).as(said).isZero();
  }

  /** A fleet is tried with the same directives, so that they are known to work. */
  @Test
  void nginx_has_the_directives_of_a_fleet() throws IOException {
    var fleet =
        Files.readString(
            DEPLOY.resolveSibling("app/src/main/resources/dev/trestle/app/fleet/nginx.conf"));
    assertThat(directives(lines("nginx/trestle.conf").stream()))
        .isEqualTo(directives(fleet.lines()));
  }

  /** Otherwise nginx refuses files that a server takes. */
  @Test
  void nginx_takes_bodies_as_large_as_servers_do() throws IOException {
    var limit = "client_max_body_size %dm;".formatted(SiteServer.BODY_BYTES_MAX >> 20);
    for (var file : List.of("nginx/trestle.conf", "../docs/SERVE.md")) {
      assertThat(lines(file).stream().map(String::strip)).as(file).contains(limit);
    }
  }

  private static Set<String> directives(Stream<String> lines) {
    return lines
        .map(String::strip)
        .filter(line -> line.matches("(proxy_(?!temp)|location|map|client_max|ip_hash).*"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The calls of S3Blobs, and no others. */
  @Test
  void the_role_may_do_to_the_bucket_what_a_server_does() throws IOException {
    assertThat(actions("s3", "terraform/blobs.tf"))
        .containsExactlyInAnyOrder(
            "s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket");
  }

  /** The calls of SqsWakeups, and no others; those for batches have no names of their own. */
  @Test
  void the_role_may_do_to_the_queue_what_a_server_does() throws IOException {
    assertThat(actions("sqs", "terraform/wakeups.tf"))
        .containsExactlyInAnyOrder(
            "sqs:SendMessage",
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:ChangeMessageVisibility",
            "sqs:GetQueueAttributes");
  }

  /** A message is gone after its retention, so an alarm must be raised before. */
  @Test
  void the_alarm_of_the_queue_is_raised_before_messages_expire() throws IOException {
    var queue = Files.readString(DEPLOY.resolve("terraform/wakeups.tf"));
    assertThat(number("threshold", queue))
        .isPositive()
        .isLessThan(number("message_retention_seconds", queue));
  }

  private static int number(String name, String text) {
    var found = Pattern.compile(name + " += (\\d+)").matcher(text);
    assertThat(found.find()).as(name).isTrue();
    return Integer.parseInt(found.group(1));
  }

  @Test
  void alarms_are_on_metrics_that_servers_have() throws IOException {
    var documented = Files.readString(DEPLOY.resolveSibling("docs/SERVE.md"));
    var alarms =
        lines("prometheus/trestle.rules.yml").stream()
            .filter(line -> line.strip().startsWith("expr:"))
            .toList();
    assertThat(alarms).isNotEmpty();
    for (var alarm : alarms) {
      var metric = Pattern.compile("\\((\\w+_\\w+)\\)").matcher(alarm);
      assertThat(metric.find()).as(alarm).isTrue();
      assertThat(documented).contains("`" + metric.group(1) + "`");
    }
  }

  private static List<String> actions(String service, String file) throws IOException {
    return Pattern.compile("\"(" + service + ":\\w+)\"")
        .matcher(Files.readString(DEPLOY.resolve(file)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void policies_name_tables_with_the_prefix_of_the_servers() {
    var policy =
        CommandRun.of(folder, Map.of(), "export", "policy", "stak", "--prefix", "prod-").out();
    var tables = Pattern.compile("table/(\\w+)").matcher(policy);
    assertThat(tables.results().map(found -> found.group(1))).isNotEmpty().allMatch("prod"::equals);
    assertThat(policy).contains("table/prod-stak\"", "table/prod-stak/index/");
    var wrong = CommandRun.of(folder, Map.of(), "export", "policy", "stak", "--prefix", "a/b");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("--prefix");
  }

  @Test
  void the_role_has_the_policies_that_are_exported() throws IOException {
    var role = Files.readString(DEPLOY.resolve("terraform/role.tf"));
    var list = Pattern.compile("systems = \\[(.*)]").matcher(role);
    assertThat(list.find()).isTrue();
    var systems = list.group(1).replaceAll("[\" ]", "").split(",", -1);
    var arguments =
        Stream.concat(
                Stream.of("export", "policy"),
                Stream.concat(Arrays.stream(systems), Stream.of("-o", "policies")))
            .toArray(String[]::new);
    assertThat(CommandRun.of(folder, Map.of(), arguments).exitCode()).isZero();
    for (var system : systems) {
      var policy = Files.readString(folder.resolve("policies/" + system + ".policy.json"));
      assertThat(policy.replaceAll("\\s", "")).hasSizeLessThanOrEqualTo(POLICY_LENGTH_MAX);
      assertThat(policy).doesNotContain("\"dynamodb:*\"", "CreateTable", "DeleteTable", "Scan");
    }
  }
}
