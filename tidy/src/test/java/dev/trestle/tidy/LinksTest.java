package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links in pages and references to pages in sources lead somewhere. */
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
  void every_page_that_a_source_refers_to_exists() throws IOException {
    var docs = SourceTree.ROOT.resolve("docs");
    var found = new ArrayList<String>();
    for (var source : SourceTree.filesEnding(".java", ".js", ".css", ".html", ".xml", "trestle")) {
      // Its samples refer to pages that do not exist.
      if (source.endsWith("LinksTest.java")) continue;
      for (var reference : SourceReferences.broken(docs, Files.readString(source))) {
        found.add(SourceTree.name(source) + " -> " + reference);
      }
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

  @Test
  void a_source_that_refers_to_a_missing_page_is_noticed() throws IOException {
    Files.createDirectories(folder.resolve("decisions"));
    Files.writeString(folder.resolve("decisions/0007-a-choice.md"), "# 7. A choice\n");
    Files.writeString(folder.resolve("PAGE.md"), "# Page\n\n## Some words\n");
    assertThat(
            SourceReferences.broken(
                folder,
                "/** See docs/PAGE.md#some-words, docs/decisions/0007 and decision 7. docs/decisions. */"))
        .isEmpty();
    assertThat(
            SourceReferences.broken(
                folder,
                "// docs/GONE.md, docs/PAGE.md#other, docs/decisions/0008, see decisions 7, 9 and 11"))
        .containsExactly(
            "docs/GONE.md",
            "docs/PAGE.md#other",
            "docs/decisions/0008",
            "decision 9",
            "decision 11");
  }

  private List<String> brokenIn(String text) throws IOException {
    return MarkdownLinks.broken(Files.writeString(folder.resolve("page.md"), text));
  }
}
