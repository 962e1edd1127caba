package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.command.CommandRun;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.Setting;
import dev.trestle.app.config.SystemName;
import dev.trestle.http.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  @TempDir Path folder;

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(DEPLOY.resolve(file));
  }

  @Test
  void the_settings_of_the_service_exist_and_are_valid() throws IOException {
    var configuration = configuration("systemd/trestle.env");
    assertThat(configuration.endpoint()).isPresent();
    assertThat(configuration.redis()).isPresent();
    assertThat(configuration.blobs()).isPresent();
    assertThat(configuration.sms()).isPresent();
    assertThat(configuration.trustedProxies()).isNotEmpty();
  }

  /** Without accounts there are no sign-in codes, so it starts without an SMS gateway. */
  @Test
  void the_settings_of_the_package_exist_and_are_valid() throws IOException {
    assertThat(configuration("package/trestle.env").systems()).containsExactly(SystemName.STAK);
  }

  private Configuration configuration(String file) throws IOException {
    var settings =
        lines(file).stream()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
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

  private static Set<String> directives(Stream<String> lines) {
    return lines
        .map(String::strip)
        .filter(line -> line.matches("(proxy_(?!temp)|location|map|client_max|ip_hash).*"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The calls of S3Blobs, and no others. */
  @Test
  void the_role_may_do_to_the_bucket_what_a_server_does() throws IOException {
    var actions =
        Pattern.compile("\"(s3:\\w+)\"")
            .matcher(Files.readString(DEPLOY.resolve("terraform/blobs.tf")))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(actions)
        .containsExactlyInAnyOrder(
            "s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket");
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
