package dev.trestle.homeops.web;

import dev.trestle.homeops.understanding.Vocabulary;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.List;
import java.util.Map;

/** {@code /vocabulary}: the activities that every household starts with, in both languages. */
public final class VocabularyApi {
  record EntryView(String activity, String type, String effort, Map<String, String> names) {
    static EntryView of(Vocabulary.Entry entry) {
      return new EntryView(
          entry.name(),
          entry.kind().name(),
          entry.effort().name(),
          Map.of("sv", entry.swedish(), "en", entry.english()));
    }
  }

  private final List<EntryView> entries = Vocabulary.entries().stream().map(EntryView::of).toList();

  public void addTo(Router router, Guards guards) {
    router.get("/vocabulary", guards.reads(_ -> Reply.ok(Map.of("activities", entries))));
  }
}
