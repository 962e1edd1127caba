package com.example.notes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.notes.Notes.Note;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotepadTest {
  @TempDir Path folder;

  @Test
  void notes_are_there_when_the_program_starts_again() {
    try (var notepad = new Notepad(folder)) {
      notepad.write("ann", "Buy string");
    }
    try (var notepad = new Notepad(folder)) {
      assertEquals(List.of("Buy string"), notepad.latest("ann").stream().map(Note::text).toList());
    }
  }

  @Test
  void the_program_contains_neither_a_server_nor_clients_for_http() {
    for (var type :
        List.of(
            "dev.trestle.http.HttpServer",
            "software.amazon.awssdk.http.apache5.Apache5HttpClient",
            "io.netty.channel.Channel")) {
      assertThrows(ClassNotFoundException.class, () -> Class.forName(type), type);
    }
  }
}
