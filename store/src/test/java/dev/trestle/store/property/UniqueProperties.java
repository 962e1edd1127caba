package dev.trestle.store.property;

import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Count;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A query that expects one user by an email address is at fault exactly if the writes of its model
 * can make two users with the same one. Each way to write is tried behind each other.
 */
class UniqueProperties {
  private static final int MODELS = 60;

  record User(String id, Optional<String> email) {}

  record OfUser(String id) {}

  record OfEmail(String email) {}

  record Renaming(String id, String email) {}

  /** Holds an address for one user. */
  record EmailClaim(String email, String holder) {}

  /** Holds an address for one user, but in a key that has the user in it. */
  record OwnClaim(String id, String email) {}

  record Claimed(User user, EmailClaim claim) {}

  record ClaimedOwn(User user, OwnClaim claim) {}

  record ClaimedRenaming(Renaming user, EmailClaim claim) {}

  private static final Alphabet LETTERS = Alphabet.of("a-z0-9");
  private static final Part<String> ID = Part.text("id", LETTERS, 9);
  private static final Part<String> EMAIL = Part.text("email", LETTERS, 9);

  private static final Table TABLE =
      Table.named("users")
          .partition(string("pk"))
          .global(index("byEmail", string("email")).all())
          .build();
  private static final Entity<User> USER =
      TABLE
          .entity(User.class, lookup())
          .partition(KeyTemplate.of("u#<id>", ID))
          .in("byEmail", EMAIL)
          .example(new User("a", Optional.of("mail")));
  private static final Entity<EmailClaim> CLAIM =
      TABLE
          .entity(EmailClaim.class, lookup())
          .partition(KeyTemplate.of("c#<email>", EMAIL))
          .example(new EmailClaim("mail", "a"));
  private static final Entity<OwnClaim> OWN_CLAIM =
      TABLE
          .entity(OwnClaim.class, lookup())
          .partition(KeyTemplate.of("o#<id>#<email>", ID, EMAIL))
          .example(new OwnClaim("a", "mail"));

  private static final Put<User, User> PUT = USER.put("put", "a user").build();
  private static final BatchWrite<OfUser, User> BATCH =
      USER.batchWrite("batch", "users", OfUser.class).build();
  private static final Transaction<Claimed> CLAIMED =
      Transaction.of("claimed", "a user whose address is claimed", Claimed.class, lookup())
          .step(PUT, Claimed::user)
          .step(CLAIM.put("claim", "the address").ifAbsent().build(), Claimed::claim)
          .build();
  private static final Transaction<Claimed> TAKEN =
      Transaction.of("taken", "a user who takes an address", Claimed.class, lookup())
          .step(PUT, Claimed::user)
          .step(CLAIM.put("take", "the address, whoever has it").build(), Claimed::claim)
          .build();
  private static final Transaction<ClaimedOwn> OWN =
      Transaction.of("own", "a user with a claim of its own", ClaimedOwn.class, lookup())
          .step(PUT, ClaimedOwn::user)
          .step(OWN_CLAIM.put("ownClaim", "the address").ifAbsent().build(), ClaimedOwn::claim)
          .build();
  private static final Update<Renaming, User> RENAME =
      USER.update("rename", "another address", Renaming.class)
          .set(optional(User::email))
          .to(param(Renaming::email))
          .build();
  private static final Transaction<ClaimedRenaming> RENAME_CLAIMED =
      Transaction.of("renameClaimed", "another address", ClaimedRenaming.class, lookup())
          .step(RENAME, ClaimedRenaming::user)
          .step(CLAIM.put("reclaim", "the address").ifAbsent().build(), ClaimedRenaming::claim)
          .build();
  private static final Update<OfUser, User> FORGET =
      USER.update("forget", "no address any more", OfUser.class).remove(User::email).build();

  private static final Query<OfEmail, User> ONE =
      USER.index("byEmail")
          .query("asked", "the user of an address", OfEmail.class)
          .single()
          .build();
  private static final Count<OfEmail> HOW_MANY =
      USER.index("byEmail").query("count", "the users of an address", OfEmail.class).count(10);

  /** One pattern by which a user can come to an address. */
  private enum Way {
    PUTS,
    BATCHES,
    CLAIMS,
    TAKES,
    CLAIMS_ITS_OWN,
    RENAMES,
    RENAMES_WITH_A_CLAIM,
    FORGETS;

    AccessPattern pattern() {
      return switch (this) {
        case PUTS -> PUT;
        case BATCHES -> BATCH;
        case CLAIMS -> CLAIMED;
        case TAKES -> TAKEN;
        case CLAIMS_ITS_OWN -> OWN;
        case RENAMES -> RENAME;
        case RENAMES_WITH_A_CLAIM -> RENAME_CLAIMED;
        case FORGETS -> FORGET;
      };
    }

    /** The user exists already if this changes it. */
    void give(Store store, String id, String email) {
      var user = new User(id, Optional.of(email));
      var claim = new EmailClaim(email, id);
      var renaming = new Renaming(id, email);
      switch (this) {
        case PUTS -> store.run(PUT, user);
        case BATCHES -> store.run(BATCH, List.of(user), List.of());
        case CLAIMS -> store.run(CLAIMED, new Claimed(user, claim));
        case TAKES -> store.run(TAKEN, new Claimed(user, claim));
        case CLAIMS_ITS_OWN -> store.run(OWN, new ClaimedOwn(user, new OwnClaim(id, email)));
        case RENAMES -> store.run(RENAME, renaming);
        case RENAMES_WITH_A_CLAIM ->
            store.run(RENAME_CLAIMED, new ClaimedRenaming(renaming, claim));
        case FORGETS -> store.run(FORGET, new OfUser(id));
      }
    }

    boolean makesUsers() {
      return switch (this) {
        case PUTS, BATCHES, CLAIMS, TAKES, CLAIMS_ITS_OWN -> true;
        case RENAMES, RENAMES_WITH_A_CLAIM, FORGETS -> false;
      };
    }
  }

  /** At least one of them makes users: what nobody writes is never there twice. */
  private static final Gen<Set<Way>> WAYS =
      Gen.of(Way.class)
          .list(1, 3)
          .<Set<Way>>map(EnumSet::copyOf)
          .filter(ways -> ways.stream().anyMatch(Way::makesUsers));

  @Test
  void a_query_of_one_is_at_fault_exactly_if_there_can_be_two() {
    try (var trestle = Trestle.inMemory()) {
      Property.check(
          MODELS,
          WAYS,
          ways -> {
            var model =
                Model.named("users")
                    .entities(USER, CLAIM, OWN_CLAIM)
                    .patterns(ONE, HOW_MANY)
                    .patterns(ways.stream().map(Way::pattern).toArray(AccessPattern[]::new))
                    .build();
            boolean told =
                ModelCheck.of(model).faults().stream()
                    .anyMatch(
                        each -> each.check().equals("unique") && each.subject().equals("asked"));
            boolean two = false;
            for (var first : ways) {
              for (var second : ways) {
                two |= makesTwo(trestle, model, ways, first, second);
              }
            }
            assertThat(told).isEqualTo(two);
          });
    }
  }

  private static boolean makesTwo(
      Trestle trestle, Model model, Set<Way> ways, Way first, Way second) {
    TableCreation.create(model, trestle.client(), "");
    try {
      var store = Store.of(model, trestle.client());
      give(store, ways, first, "one");
      give(store, ways, second, "two");
      return store.run(HOW_MANY, new OfEmail("mail")).items() > 1;
    } finally {
      trestle.client().deleteTable(request -> request.tableName("users"));
    }
  }

  private static void give(Store store, Set<Way> ways, Way way, String id) {
    if (!way.makesUsers()) {
      var maker = ways.stream().filter(Way::makesUsers).findFirst().orElseThrow();
      maker.give(store, id, "first" + id);
    }
    way.give(store, id, "mail");
  }
}
