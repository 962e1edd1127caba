package dev.trestle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointOptionsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The tester's own region, should there be one. */
  private static final List<String> WITHOUT_REGION =
      List.of("env", "-u", "AWS_REGION", "-u", "AWS_DEFAULT_REGION", "-u", "AWS_PROFILE");

  @TempDir Path folder;

  @Test
  void a_missing_region_is_explained_without_names_of_classes() {
    var options =
        List.of(
            "-Daws.configFile=" + folder.resolve("none"),
            "-Daws.sharedCredentialsFile=" + folder.resolve("none"),
            "-Daws.disableEc2Metadata=true");
    var arguments = List.of("diff", Loans.class.getName());
    try (var program = ChildJvm.startBy(WITHOUT_REGION, Main.class, options, arguments)) {
      assertThat(program.awaitEnd(PATIENCE)).as(program.err()).isEqualTo(ExitCode.MISSING);
      assertThat(program.err())
          .contains("--region", "AWS_REGION", "--endpoint")
          .doesNotContain("software.amazon", "Exception", "\tat ");
    }
  }
}
