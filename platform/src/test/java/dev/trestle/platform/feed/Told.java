package dev.trestle.platform.feed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Records the changes it receives, in order for each note. */
final class Told implements ChangeConsumer {
  private final Consumer<List<Change>> before;
  private final List<String> lines = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();

  Told() {
    this(_ -> {});
  }

  /** Does something else first, which may throw. */
  Told(Consumer<List<Change>> before) {
    this.before = before;
  }

  @Override
  public void changed(List<Change> changes) {
    before.accept(changes);
    synchronized (this) {
      for (var change : changes) lines.add(line(change));
    }
  }

  private static String line(Change change) {
    return change.kind()
        + change.before(Notes.NOTE).map(note -> " " + note).orElse("")
        + " →"
        + change.after(Notes.NOTE).map(note -> " " + note).orElse("")
        + change.after(Notes.COVER).map(cover -> " " + cover).orElse("");
  }

  @Override
  public synchronized void gap(String shard) {
    gaps.add(shard);
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized List<String> gaps() {
    return List.copyOf(gaps);
  }

  /** The versions of each note, in the order received. */
  static final class Versions implements ChangeConsumer {
    private final Map<String, List<Long>> byNote = new HashMap<>();
    private long all;

    @Override
    public synchronized void changed(List<Change> changes) {
      for (var change : changes) {
        all++;
        var note = change.after(Notes.NOTE).orElseThrow();
        byNote
            .computeIfAbsent(note.book() + "/" + note.page(), _ -> new ArrayList<>())
            .add(note.version());
      }
    }

    @Override
    public void gap(String shard) {
      throw new AssertionError("a gap");
    }

    synchronized long all() {
      return all;
    }

    synchronized Map<String, List<Long>> byNote() {
      return Map.copyOf(byNote);
    }

    /** Whether each of this many notes was received up to this version. */
    synchronized boolean isAt(int notes, long version) {
      return byNote.size() == notes
          && byNote.values().stream().allMatch(versions -> versions.getLast() == version);
    }

    /**
     * Finds errors in the order of at-least-once delivery: a step forward by more than one has lost
     * changes, and a step back is valid only if everything after it is repeated.
     */
    synchronized List<String> wrong(long last) {
      var wrong = new ArrayList<String>();
      byNote.forEach((note, versions) -> {
        long reached = 0;
        for (long version : versions) {
          if (version > reached + 1) wrong.add(note + " jumps from " + reached + " to " + version);
          reached = version;
        }
        if (reached != last) wrong.add(note + " ends at " + reached);
      });
      return wrong;
    }
  }
}
