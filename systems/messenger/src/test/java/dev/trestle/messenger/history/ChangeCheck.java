package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.CHANGES_HAVE_TARGETS;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Checks the targets of edits, deletions and reactions, and their effects. */
final class ChangeCheck {
  private final ChatRecord chat;
  private final Report report;

  /** The last entry that determines a text. A deletion is final. */
  private final Map<Long, SeenEntry> lastWords = new HashMap<>();

  ChangeCheck(ChatRecord chat, Report report) {
    this.chat = chat;
    this.report = report;
  }

  void run() {
    for (var entry : chat.log()) {
      if (entry.isSent() && !entry.kind().equals(SeenEntry.TEXT)) change(entry);
    }
    lastWords.forEach(this::saysIt);
  }

  private void change(SeenEntry entry) {
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
    if (entry.kind().equals(SeenEntry.EDIT) && !entry.sender().equals(text.sender())) {
      report.add(CHANGES_HAVE_TARGETS, entry + " edits somebody else's " + text);
    }
    var before = Optional.ofNullable(lastWords.get(text.sequence()));
    before
        .filter(last -> last.kind().equals(SeenEntry.DELETE))
        .ifPresent(deletion ->
            report.add(
                CHANGES_HAVE_TARGETS,
                "%s is about %s, which %s had deleted".formatted(entry, text, deletion)));
    if (entry.isRewriting()) lastWords.put(text.sequence(), entry);
  }

  private Optional<SeenEntry> text(SeenEntry entry) {
    return entry
        .target()
        .filter(target -> target < entry.sequence())
        .flatMap(chat::stored)
        .filter(target -> target.kind().equals(SeenEntry.TEXT));
  }

  private void saysIt(long sequence, SeenEntry last) {
    chat.stored(sequence)
        .filter(text -> !text.content().equals(last.content()))
        .ifPresent(text ->
            report.add(
                CHANGES_HAVE_TARGETS, "%s does not say what %s made of it".formatted(text, last)));
  }
}
