package com.example.notes;

import com.example.notes.Notes.Note;
import com.example.notes.Notes.OfUser;
import dev.trestle.store.Store;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Writes and lists notes. */
@Component
public class Notebook {
  private final Store store;
  private final InstantSource clock;

  Notebook(Store store, ObjectProvider<InstantSource> clock) {
    this.store = store;
    // Keys have milliseconds.
    this.clock = clock.getIfAvailable(() -> Clock.tickMillis(ZoneOffset.UTC));
  }

  public void write(String user, String text) {
    store.run(Notes.WRITE, new Note(user, clock.instant(), text));
  }

  public List<Note> latest(String user) {
    return store.run(Notes.LATEST, new OfUser(user)).items();
  }
}
