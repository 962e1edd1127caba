package dev.trestle.dynamodb.http.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsFileTest {
  @TempDir Path folder;

  private Path file(String permissions, String text) throws IOException {
    var file = folder.resolve("credentials");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  private static boolean knows(AccessKeys keys, String id) {
    return keys.signingKey(new CredentialScope(id, "20260301", "r", "dynamodb", "aws4_request"))
        .isPresent();
  }

  @Test
  void several_keys_are_read_and_what_else_the_cli_keeps_there_is_passed_over() throws IOException {
    var keys =
        CredentialsFile.read(
            file(
                "rw-------",
                """
                # what the AWS CLI writes
                [default]
                aws_access_key_id = AKIDONE
                aws_secret_access_key = a=b/c+d
                aws_session_token = token
                region = eu-west-1

                ; another
                [ci]
                aws_secret_access_key=secret
                aws_access_key_id=AKIDTWO
                """));

    assertThat(keys.count()).isEqualTo(2);
    assertThat(knows(keys, "AKIDONE")).isTrue();
    assertThat(knows(keys, "AKIDTWO")).isTrue();
    assertThat(knows(keys, "AKIDTHREE")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--", "rw-----w-", "rw-rw-rw-"})
  void a_file_that_others_may_read_or_change_is_refused(String permissions) throws IOException {
    var file = file(permissions, "[a]\naws_access_key_id=K\naws_secret_access_key=S\n");

    assertThatThrownBy(() -> CredentialsFile.read(file))
        .isInstanceOf(CredentialsFile.Unusable.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("chmod 600");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|it has no keys",
        "[a]~aws_access_key_id=K|[a] has no aws_secret_access_key",
        "[a]~aws_secret_access_key=hush|[a] has no aws_access_key_id",
        "[a]~aws_access_key_id=K~aws_secret_access_key=hush~[b]~aws_access_key_id=K~"
            + "aws_secret_access_key=hush2|another secret",
        "[a]~hush|neither a section nor a setting",
        "[a~hush|no closing bracket",
        "[a]~aws_access_key_id=K/hush~aws_secret_access_key=hush|cannot be one",
      })
  void what_is_wrong_is_told_without_what_is_in_it(String lines, String fault) throws IOException {
    var file = file("rw-------", lines.replace('~', '\n'));

    assertThatThrownBy(() -> CredentialsFile.read(file))
        .isInstanceOf(CredentialsFile.Unusable.class)
        .hasMessageContaining(fault)
        .hasMessageNotContaining("hush");
  }

  @Test
  void a_file_that_is_none_is_told() {
    assertThatThrownBy(() -> CredentialsFile.read(folder.resolve("nothing")))
        .isInstanceOf(CredentialsFile.Unusable.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> CredentialsFile.read(folder))
        .isInstanceOf(CredentialsFile.Unusable.class)
        .hasMessageContaining("not a file");
  }
}
