package dev.trestle.design;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.export.ModelJson;
import dev.trestle.design.export.SchemaJson;
import dev.trestle.design.matrix.Matrix;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/** A model names an entity of another model in a condition check. */
class UsedEntityTest {
  record User(String user, String name) {}

  record Note(String user, String id, String text) {}

  record OfUser(String user) {}

  record OfNote(String user, String id) {}

  record Writing(OfUser author, Note note) {}

  private static final Part<String> USER = Part.ulid("user", "user_");
  private static final Part<String> ID = Part.ulid("id", "note_");
  private static final String ANN = "user_01HZZZZZZZZZZZZZZZZZZZZZZZ";
  private static final String FIRST = "note_01HZZZZZZZZZZZZZZZZZZZZZZZ";

  private static final Entity<User> USERS =
      table("users")
          .build()
          .entity(User.class, MethodHandles.lookup())
          .partition(KeyTemplate.of("u#<user>", USER))
          .sort(KeyTemplate.of("profile"))
          .example(new User(ANN, "Ann"));

  private static final Entity<Note> NOTES =
      table("notes")
          .build()
          .entity(Note.class, MethodHandles.lookup())
          .partition(KeyTemplate.of("u#<user>", USER))
          .sort(KeyTemplate.of("n#<id>", ID))
          .example(new Note(ANN, FIRST, "milk"));

  private static final ConditionCheck<OfUser, User> USER_EXISTS =
      USERS.check("user.exists", "the author exists", OfUser.class).ifExists().build();
  private static final Put<Note, Note> PUT = NOTES.put("note.put", "the note").ifAbsent().build();
  private static final Transaction<Writing> WRITE =
      Transaction.of("N1", "write a note", Writing.class, MethodHandles.lookup())
          .step(USER_EXISTS, Writing::author)
          .step(PUT, Writing::note)
          .load(perSecond(10))
          .build();
  private static final Get<OfNote, Note> READ =
      NOTES.get("N2", "read a note", OfNote.class).load(perSecond(20)).build();

  private static final Model MODEL =
      Model.named("notes").entities(NOTES).uses(USERS).patterns(WRITE, READ).build();

  private static Table.Builder table(String name) {
    return Table.named(name)
        .partition(string("pk"))
        .sort(string("sk"))
        .recoverable()
        .protectedFromDeletion()
        .backups(BackupPlan.daily(35));
  }

  @Test
  void the_checks_accept_it_and_ask_nothing_of_the_other_models_table() {
    assertThat(ModelCheck.of(MODEL).orThrow(Severity.NOTE).findings()).isEmpty();
  }

  @Test
  void an_entity_that_is_neither_owned_nor_used_is_a_fault() {
    var careless = Model.named("notes").entities(NOTES).patterns(WRITE, READ).build();
    assertThat(ModelCheck.of(careless).faults())
        .anySatisfy(finding -> assertThat(finding.message()).contains("User"));
  }

  @Test
  void its_requests_are_part_of_the_cost_and_its_storage_is_not() {
    var plan = CapacityPlan.of(MODEL, PriceList.of("us-east-1"));
    var users = plan.table("users");
    assertThat(users.used()).isTrue();
    assertThat(users.average().write()).isEqualTo(20);
    assertThat(users.bytes()).isZero();
    assertThat(plan.tables()).extracting(TablePlan::table).containsExactly("notes", "users");
    assertThat(plan.text()).contains("users (of another model)");
    assertThat(plan.onDemand(plan.patterns().getFirst())).isPositive();
  }

  @Test
  void only_its_owner_exports_the_table() {
    var design = Design.of(MODEL);
    assertThat(SchemaJson.write(design)).contains("\"notes\"").doesNotContain("users");
    assertThat(design.tables()).extracting(Table::name).containsExactly("notes");
    assertThat(Matrix.of(MODEL).rows())
        .anySatisfy(row -> assertThat(row.table()).isEqualTo("users"));
  }

  @Test
  void a_file_keeps_it() {
    var design = Design.of(MODEL);
    var text = ModelJson.write(design);
    var read = ModelJson.read(text, "notes.json");
    assertThat(ModelJson.write(read)).isEqualTo(text);
    assertThat(ModelCheck.of(read).findings()).isEmpty();
  }

  @Test
  void reading_or_writing_it_is_refused() {
    Delete<OfUser, User> delete = USERS.delete("N3", "remove a user", OfUser.class).build();
    assertThatThrownBy(
            () -> Model.named("notes").entities(NOTES).uses(USERS).patterns(delete).build())
        .hasMessageContaining("N3")
        .hasMessageContaining("another model owns");
    assertThatThrownBy(() -> Model.named("notes").entities(USERS).uses(USERS).build())
        .hasMessageContaining("User");
  }
}
