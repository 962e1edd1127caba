package dev.trestle.cli.migrate;

import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where migrations keep their state: one item for each model, in a table beside the model's own.
 */
final class MigrationStates {
  static final Table TABLE = Table.named("trestle-migrations").partition(string("model")).build();

  /** A declaration's fingerprint, as long as a real one. */
  private static final String FINGERPRINT = "0123456789abcdef".repeat(4);

  static final Entity<MigrationState> STATES =
      TABLE
          .entity(MigrationState.class, lookup())
          .partition(Part.raw("model", 255))
          .version(MigrationState::version)
          .maxBytes(16_384)
          .example(
              new MigrationState(
                  "shed",
                  FINGERPRINT,
                  List.of(
                      new StepProgress(
                          new MigrationStep.Backfill("shed"),
                          false,
                          List.of(new StoredKey("pk", StoredKey.Type.S, "SHED#north-pier")),
                          20_000,
                          12_000,
                          0,
                          17_000)),
                  Map.of("shed", FINGERPRINT),
                  Optional.of("host 4711"),
                  30_000,
                  7));

  record OfModel(String model) {}

  static final Get<OfModel, MigrationState> ONE =
      STATES
          .get("migrations.one", "the state of a model's migrations", OfModel.class)
          .consistent()
          .load(perDay(10))
          .build();

  static final Put<MigrationState, MigrationState> SAVE =
      STATES
          .put("migrations.save", "what was done, if nobody else wrote since")
          .load(perDay(1000))
          .build();

  static final Model MODEL =
      Model.named("migrations")
          .entities(STATES)
          .patterns(ONE, SAVE)
          .accept(
              "recovery",
              TABLE.name(),
              "Without it, a migration is planned again and repeats what was done.")
          .build();

  private MigrationStates() {}
}
