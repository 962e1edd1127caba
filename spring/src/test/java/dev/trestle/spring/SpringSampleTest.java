package dev.trestle.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.SampleProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringSampleTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root"));

  @TempDir Path folder;

  @Test
  void the_sample_of_a_spring_program_passes() {
    assertThat(SampleProgram.test(ROOT.resolve("samples/spring"), folder)).isGreaterThan(3);
  }
}
