package dev.trestle.messenger.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileNameTest {
  private static String name(String sent) {
    return FileName.of(sent).text();
  }

  @Test
  void folders_are_left_out() {
    assertThat(name("C:\\Users\\ann\\tide.txt")).isEqualTo("tide.txt");
    assertThat(name("../../etc/passwd")).isEqualTo("passwd");
    assertThat(name("a\nb/c.txt")).isEqualTo("c.txt");
  }

  @Test
  void characters_that_nobody_sees_are_left_out() {
    assertThat(name("tide\u202Etxt.exe\u0000\r\n")).isEqualTo("tidetxt.exe");
    assertThat(name("\u200B \u0007")).isEqualTo("file");
    assertThat(name("")).isEqualTo("file");
    assertThat(name("tide\uD800.txt")).isEqualTo("tide.txt");
  }

  @Test
  void a_long_name_keeps_its_beginning_and_its_extension() {
    var shown = name("𝒜".repeat(300) + ".txt");
    assertThat(shown.codePointCount(0, shown.length())).isEqualTo(FileName.CHARS_MAX);
    assertThat(shown).startsWith("𝒜𝒜").contains("…").endsWith("𝒜.txt");
  }
}
