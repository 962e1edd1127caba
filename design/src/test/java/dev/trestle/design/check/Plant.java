package dev.trestle.design.check;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A table with things in it, to plant faults into. */
final class Plant {
  enum Status {
    ACTIVE,
    DONE;

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  record Thing(
      String owner, String name, Instant at, Status status, long count, Optional<String> tag) {}

  /** Another record with parts of the same names. */
  record Note(String owner, String name, String text) {}

  record OfOwner(String owner) {}

  record OfName(String name) {}

  record OfThing(String owner, String name) {}

  record OfStatus(Status status) {}

  static final Part<String> OWNER = Part.text("owner", Alphabet.of("a-z"), 20);
  static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 20);
  static final Part<Instant> AT = Part.millis("at");
  static final Part<Status> STATUS = Part.code("status", Status.class, Status::code);
  static final Part<String> TAG = Part.text("tag", Alphabet.of("a-z"), 20);

  static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
  static final Thing THING = new Thing("ann", "lamp", NOON, Status.ACTIVE, 1, Optional.of("old"));
  static final Note NOTE = new Note("ann", "lamp", "is broken");

  private Plant() {}

  static Table.Builder table() {
    return Table.named("things")
        .partition(string("pk"))
        .sort(string("sk"))
        .recoverable()
        .backups(BackupPlan.daily(35))
        .protectedFromDeletion();
  }

  static EntityBuilder<Thing> thing(Table table) {
    return table
        .entity(Thing.class, lookup())
        .partition(KeyTemplate.of("o#<owner>", OWNER))
        .sort(KeyTemplate.of("t#<name>", NAME));
  }

  static Entity<Thing> thing() {
    return thing(table().build()).example(THING);
  }

  static EntityBuilder<Note> note(Table table) {
    return table
        .entity(Note.class, lookup())
        .partition(KeyTemplate.of("o#<owner>", OWNER))
        .sort(KeyTemplate.of("n#<name>", NAME));
  }

  static <R> Put<R, R> put(Entity<R> entity) {
    return entity.put("put " + entity.name(), "keep it").ifAbsent().build();
  }

  static Model model(List<Entity<?>> entities, AccessPattern... patterns) {
    return Model.named("planted")
        .entities(entities.toArray(new Entity<?>[0]))
        .patterns(patterns)
        .build();
  }

  static Model model(Entity<?> entity, AccessPattern... patterns) {
    return model(List.of(entity), patterns);
  }

  /** The findings of one check. */
  static List<Finding> found(String check, Model model) {
    return ModelCheck.of(model).findings().stream()
        .filter(finding -> finding.check().equals(check))
        .toList();
  }

  /** The only thing that a check finds: with this severity and subject, and these words. */
  static void expect(
      String check, Model model, Severity severity, String subject, String... words) {
    var found = found(check, model);
    assertThat(found).as("found by %s", check).hasSize(1);
    var finding = found.getFirst();
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.subject()).isEqualTo(subject);
    assertThat(finding.message()).contains(words);
    assertThat(finding.remedy()).isNotBlank();
    assertThat(finding.place().line()).isPositive();
  }

  static void expectNothing(String check, Model model) {
    assertThat(found(check, model)).isEmpty();
  }

  static void passesMail(String check) {
    expectNothing(check, Mail.MODEL);
  }
}
