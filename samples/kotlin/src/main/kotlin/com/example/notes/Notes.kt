package com.example.notes

import dev.trestle.model.BackupPlan
import dev.trestle.model.Conditions.field
import dev.trestle.model.Entity
import dev.trestle.model.Load.perDay
import dev.trestle.model.Model
import dev.trestle.model.Population
import dev.trestle.model.Put
import dev.trestle.model.Query
import dev.trestle.model.Ref
import dev.trestle.model.Table
import dev.trestle.model.Table.string
import dev.trestle.model.Update
import dev.trestle.model.key.Alphabet
import dev.trestle.model.key.KeyTemplate
import dev.trestle.model.key.Part
import java.lang.invoke.MethodHandles.lookup
import java.time.Instant
import kotlin.reflect.KProperty1

@JvmRecord
data class Note(val user: String, val written: Instant, val text: String, val done: Boolean)

@JvmRecord
data class OfUser(val user: String)

@JvmRecord
data class OfNote(val user: String, val written: Instant)

/** Names a component by its property, as Java does by `Note::done`. */
inline fun <reified R : Record, T : Any> ref(property: KProperty1<R, T>): Ref<R, T> =
    Ref.component(R::class.java, property.name)

/** Notes that users write. */
object Notes {
  private val USER: Part<String> = Part.text("user", Alphabet.of("a-z0-9-"), 32)
  private val WRITTEN: Part<Instant> = Part.isoMillis("written")

  private val TABLE: Table =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build()

  private val NOTES: Entity<Note> =
      TABLE.entity(Note::class.java, lookup())
          .partition(KeyTemplate.of("USER#<user>", USER))
          .sort(KeyTemplate.of("NOTE#<written>", WRITTEN))
          .population(Population.of(100_000, 100))
          .example(Note("ann", Instant.parse("2026-03-01T12:00:00Z"), "Buy string", false))

  val WRITE: Put<Note, Note> =
      NOTES.put("N1", "write a note").ifAbsent().load(perDay(10_000.0)).build()

  val LATEST: Query<OfUser, Note> =
      NOTES.query("N2", "notes of a user, latest first", OfUser::class.java)
          .descending()
          .page(20)
          .load(perDay(50_000.0).hottestKey(0.01))
          .build()

  val FINISH: Update<OfNote, Note> =
      NOTES.update("N3", "mark a note as done, once", OfNote::class.java)
          .set(ref(Note::done))
          .to(true)
          .`when`(field(ref(Note::done)).`is`(false))
          .load(perDay(5_000.0))
          .build()

  @JvmField
  val MODEL: Model =
      Model.named("notes").entities(NOTES).patterns(WRITE, LATEST, FINISH).build()
}
