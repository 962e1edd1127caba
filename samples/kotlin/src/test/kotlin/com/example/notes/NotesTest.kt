package com.example.notes

import dev.trestle.engine.ManualClock
import dev.trestle.junit.TrestleTest
import dev.trestle.model.Ref
import dev.trestle.store.Store
import java.time.Duration
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

@TrestleTest(Notes::class)
class NotesTest {
  @Test
  fun `the latest note comes first`(store: Store, clock: ManualClock) {
    val first = Note("ann", clock.instant(), "Buy string", false)
    store.run(Notes.WRITE, first)
    clock.advance(Duration.ofMinutes(5))
    val second = Note("ann", clock.instant(), "String is bought", false)
    store.run(Notes.WRITE, second)
    assertEquals(listOf(second, first), store.run(Notes.LATEST, OfUser("ann")).items())
  }

  @Test
  fun `a note is finished once`(store: Store, clock: ManualClock) {
    val note = Note("ann", clock.instant(), "Buy string", false)
    store.run(Notes.WRITE, note)
    val finished = store.run(Notes.FINISH, OfNote("ann", note.written))
    assertEquals(note.copy(done = true), finished.done().orElseThrow())
    assertFalse(store.run(Notes.FINISH, OfNote("ann", note.written)).isDone)
  }

  @Test
  fun `a wrong name is refused when it is declared`() {
    assertThrows(IllegalArgumentException::class.java) {
      Ref.component<Note, String>(Note::class.java, "title")
    }
  }
}
