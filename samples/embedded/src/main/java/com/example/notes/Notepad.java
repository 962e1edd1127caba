package com.example.notes;

import com.example.notes.Notes.Note;
import com.example.notes.Notes.OfUser;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Notes in a folder of this machine: a DynamoDB without a server. */
public final class Notepad implements AutoCloseable {
  private final Trestle trestle;
  private final Store store;

  public Notepad(Path folder) {
    trestle = Trestle.open(folder);
    TableCreation.create(Notes.MODEL, trestle.client(), "");
    store = Store.of(Notes.MODEL, trestle.client());
  }

  public void write(String user, String text) {
    store.run(Notes.WRITE, new Note(user, Instant.now().truncatedTo(ChronoUnit.MILLIS), text));
  }

  /** The user's latest notes, latest first. */
  public List<Note> latest(String user) {
    return store.run(Notes.LATEST, new OfUser(user)).items();
  }

  @Override
  public void close() {
    trestle.close();
  }

  /** Writes a note, if there is one, and prints the latest. */
  public static void main(String[] args) {
    try (var notepad = new Notepad(Path.of("notes"))) {
      if (args.length > 0) notepad.write("me", String.join(" ", args));
      notepad.latest("me").forEach(note -> System.out.println(note.written() + " " + note.text()));
    }
  }
}
