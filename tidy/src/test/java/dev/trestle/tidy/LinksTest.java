package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page points at is there. */
class LinksTest {
  @TempDir Path folder;

  @Test
  void every_relative_link_resolves() throws IOException {
    var found = new ArrayList<String>();
    for (var page : SourceTree.filesEnding(".md")) {
      for (var link : MarkdownLinks.broken(page)) found.add(SourceTree.name(page) + " -> " + link);
    }
    assertThat(found).isEmpty();
  }

  @Test
  void a_missing_file_and_a_missing_heading_are_noticed() throws IOException {
    Files.writeString(folder.resolve("there.md"), "# A page\n\n## Two `words`, here\n");
    assertThat(brokenIn("[a](there.md) [b](there.md#two-words-here) [c](#own)\n\n# Own\n"))
        .isEmpty();
    assertThat(brokenIn("[a](gone.md) and [b](there.md#three-words)\n\n[c]: also/gone.md\n"))
        .containsExactly("gone.md", "there.md#three-words", "also/gone.md");
  }

  @Test
  void a_path_from_the_root_of_a_disk_is_noticed() throws IOException {
    assertThat(brokenIn("[a](/etc/hosts)")).containsExactly("/etc/hosts");
  }

  @Test
  void code_and_links_elsewhere_are_left_alone() throws IOException {
    assertThat(brokenIn("`[a](gone)` [b](https://example.org/x)\n```\n[c](gone)\n```\n")).isEmpty();
  }

  private List<String> brokenIn(String text) throws IOException {
    return MarkdownLinks.broken(Files.writeString(folder.resolve("page.md"), text));
  }
}
