package com.example.notes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.spring.StoreTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@StoreTest({NotesModel.class, Notebook.class})
class NotebookSliceTest {
  @Autowired Notebook notebook;

  @Test
  void a_note_is_listed() {
    notebook.write("cat", "Feed the fish");
    assertThat(notebook.latest("cat")).hasSize(1);
  }
}
