package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.testing.Await;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code trestle secrets rotate} beside a running server. */
final class SecretsRotationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private CommandRun rotate(String... options) {
    var args = new String[options.length + 2];
    args[0] = "secrets";
    args[1] = "rotate";
    System.arraycopy(options, 0, args, 2, options.length);
    var data = folder.resolve("data").toString();
    return CommandRun.of(folder, Map.of("TRESTLE_DATA", data), args);
  }

  @Test
  void a_running_server_signs_with_the_new_key_and_accepts_the_previous_one() throws Exception {
    try (var edge = new EdgeServer(folder)) {
      var login = edge.logIn("+46701234567");
      var before = login.at("/data/tokens/access_token").asText();
      var rotated = rotate();
      assertThat(rotated.exitCode()).as(rotated.err()).isZero();
      assertThat(rotated.out()).contains("accounts-tokens: ", "stak-tokens: ", "stay valid");
      var refresh = new String[] {login.at("/data/tokens/refresh_token").asText()};
      var after = new String[] {before};
      Await.slowly(
          () -> {
            var tokens = edge.refresh(refresh[0]).at("/data/tokens");
            refresh[0] = tokens.path("refresh_token").asText();
            after[0] = tokens.path("access_token").asText();
            return !keyOf(after[0]).equals(keyOf(before));
          },
          PATIENCE);
      assertThat(statusWith(edge, before)).isEqualTo(200);
      assertThat(statusWith(edge, after[0])).isEqualTo(200);

      assertThat(rotate("--leaked").out()).contains("are refused");
      Await.slowly(() -> statusWith(edge, before) == 401, PATIENCE);
      assertThat(statusWith(edge, after[0])).isEqualTo(401);
      var renewed = edge.refresh(refresh[0]).at("/data/tokens/access_token").asText();
      assertThat(statusWith(edge, renewed)).isEqualTo(200);
    }
  }

  private static int statusWith(EdgeServer edge, String token) {
    return edge.status("GET", "/api/v1/users/me", Credentials.bearer(token));
  }

  private static String keyOf(String token) {
    try {
      return SignedJWT.parse(token).getHeader().getKeyID();
    } catch (ParseException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_folder_without_keys_is_named() {
    var run = rotate();
    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.err()).contains(folder.resolve("data/secrets").toString(), "first start");
  }
}
