package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.CHANGES_HAVE_TARGETS;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What edits, deletions and reactions are about, and what they leave of it. */
final class ChangeCheck {
  private final Chat chat;
  private final Report report;

  /** The entry that said last what a text says; a deletion stays the last. */
  private final Map<Long, Entry> lastWords = new HashMap<>();

  ChangeCheck(Chat chat, Report report) {
    this.chat = chat;
    this.report = report;
  }

  void run() {
    for (var entry : chat.log()) {
      if (entry.isSent() && !entry.kind().equals(Entry.TEXT)) change(entry);
    }
    lastWords.forEach(this::saysIt);
  }

  private void change(Entry entry) {
    var target = text(entry);
    if (target.isEmpty()) {
      report.add(
          CHANGES_HAVE_TARGETS,
          "%s, a %s, is about %s, which is no text before it"
              .formatted(
                  entry, entry.kind(), entry.target().map(String::valueOf).orElse("nothing")));
      return;
    }
    var text = target.get();
    if (entry.kind().equals(Entry.EDIT) && !entry.sender().equals(text.sender())) {
      report.add(CHANGES_HAVE_TARGETS, entry + " edits somebody else's " + text);
    }
    var before = Optional.ofNullable(lastWords.get(text.sequence()));
    before
        .filter(last -> last.kind().equals(Entry.DELETE))
        .ifPresent(deletion ->
            report.add(
                CHANGES_HAVE_TARGETS,
                "%s is about %s, which %s had deleted".formatted(entry, text, deletion)));
    if (entry.isRewriting()) lastWords.put(text.sequence(), entry);
  }

  private Optional<Entry> text(Entry entry) {
    return entry
        .target()
        .filter(target -> target < entry.sequence())
        .flatMap(chat::stored)
        .filter(target -> target.kind().equals(Entry.TEXT));
  }

  private void saysIt(long sequence, Entry last) {
    chat.stored(sequence)
        .filter(text -> !text.content().equals(last.content()))
        .ifPresent(text ->
            report.add(
                CHANGES_HAVE_TARGETS, "%s does not say what %s made of it".formatted(text, last)));
  }
}
