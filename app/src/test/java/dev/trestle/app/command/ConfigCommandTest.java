package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
  private static final Map<String, String> NOTHING = Map.of();

  @TempDir Path folder;

  @Test
  void defaults_hold_where_nobody_chose() {
    var run = CommandRun.of(folder, NOTHING, "config");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("data +data +default")
        .containsPattern("port +8080 +default")
        .containsPattern("db\\.port +8000 +default")
        .containsPattern("durability +sync +default");
  }

  @Test
  void a_flag_outranks_the_environment_and_that_the_file() throws IOException {
    file("port=1\ndb.port=1\nhost=file\n");
    var environment = Map.of("TRESTLE_PORT", "2", "TRESTLE_DB_PORT", "2");
    var run = CommandRun.of(folder, environment, "config", "--port", "3");
    assertThat(run.out())
        .containsPattern("port +3 +flag --port")
        .containsPattern("db\\.port +2 +TRESTLE_DB_PORT")
        .containsPattern("host +file +trestle.properties");
  }

  @Test
  void programs_get_json() {
    var run = CommandRun.of(folder, Map.of("TRESTLE_DATA", "a \"b\""), "config", "--json");
    assertThat(run.out())
        .startsWith("{\"data\":{\"value\":\"a \\\"b\\\"\",\"from\":\"TRESTLE_DATA\"},");
  }

  @Test
  void a_wrong_value_is_refused_with_the_place_it_came_from() {
    var run = CommandRun.of(folder, Map.of("TRESTLE_PORT", "65536"), "config");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("port", "65536", "TRESTLE_PORT", "0 to 65535");
  }

  @Test
  void a_key_that_is_no_setting_is_refused() throws IOException {
    file("prot=1\n");
    var run = CommandRun.of(folder, NOTHING, "config");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("trestle.properties", "'prot'");
  }

  @Test
  void durability_is_sync_or_fast() {
    assertThat(CommandRun.of("config", "--durability", "fast").exitCode()).isZero();
    assertThat(CommandRun.of("config", "--durability", "quick").exitCode()).isEqualTo(2);
  }

  @Test
  void who_may_come_in_is_a_setting_like_any_other() {
    var environment = Map.of("TRESTLE_CREDENTIALS", "keys");
    var run = CommandRun.of(folder, environment, "config", "--allow-anyone");
    assertThat(run.out())
        .containsPattern("credentials +keys +TRESTLE_CREDENTIALS")
        .containsPattern("allow.anyone +true +flag --allow-anyone");
    assertThat(CommandRun.of(folder, Map.of("TRESTLE_ALLOW_ANYONE", "yes"), "config").err())
        .contains("allow.anyone", "true or false");
  }

  private void file(String text) throws IOException {
    Files.writeString(folder.resolve("trestle.properties"), text);
  }
}
