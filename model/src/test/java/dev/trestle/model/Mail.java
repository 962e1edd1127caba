package dev.trestle.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A small system with something of everything, without faults: tests start from it. */
public final class Mail {
  public record UserId(String value) {}

  public record Address(String value) {}

  public sealed interface InBox {}

  /** A letter in a box; it is in the index of flagged ones while it has a flag. */
  public record Letter(
      UserId user,
      Instant received,
      String id,
      Address sender,
      String text,
      boolean read,
      Optional<String> flag)
      implements InBox {}

  /** The number of letters in a box. */
  public record Box(UserId user, long letters, long version) implements InBox {}

  /** An account, found by its address through a claim. */
  public record Account(UserId user, Address address, String name) {}

  /** The claim that makes an address belong to one account only. */
  public record Claim(Address address, UserId user) {}

  /** A login that expires. */
  public record Session(String session, UserId user, Instant until) {}

  public record OfUser(UserId user) {}

  public record OfLetter(UserId user, Instant received, String id) {}

  public record Since(UserId user, Instant since) {}

  public record Flagged(UserId user, String flag) {}

  public record ByAddress(Address address) {}

  public record BySession(String session) {}

  public record Reading(UserId user, Instant received, String id) {}

  public record Delivery(Letter letter, OfUser box) {}

  public record SignUp(Account account, Claim claim) {}

  static final Part<UserId> USER =
      Part.ulid("user", "u_").as(UserId.class, UserId::new, UserId::value);
  static final Part<Address> ADDRESS =
      Part.escaped("address", 320).as(Address.class, Address::new, Address::value);
  static final Part<Instant> RECEIVED = Part.millis("received");
  static final Part<String> ID = Part.ulid("id", "");
  static final Part<String> FLAG = Part.text("flag", Alphabet.of("a-z"), 20);
  static final Part<String> SESSION = Part.ulid("session", "");

  public static final Table MAIL =
      Table.named("mail")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("flagged", string("fpk")).sort(string("fsk")).include("sender", "read"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  public static final Table SESSIONS =
      Table.named("sessions").partition(string("session")).ephemeral("until").build();

  static final UserId SOMEONE = new UserId("u_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
  static final String SOME_ID = "01JCQZ8M5R3V7W9X1Y2Z3A4B5D";

  public static final Entity<Letter> LETTER =
      MAIL.entity(Letter.class, lookup())
          .partition(KeyTemplate.of("u#<user>", USER))
          .sort(KeyTemplate.of("m#<received>#<id>", RECEIVED, ID))
          .in(
              "flagged",
              KeyTemplate.of("f#<user>#<flag>", USER, FLAG),
              KeyTemplate.of("<received>", RECEIVED))
          .maxBytes(60_000)
          .population(Population.of(1_000_000, 20_000))
          .example(
              new Letter(
                  SOMEONE,
                  NOON,
                  SOME_ID,
                  new Address("ann@example.org"),
                  "Shall we meet at the bridge on Sunday? I bring the boat and something to eat.",
                  false,
                  Optional.of("later")));

  public static final Entity<Box> BOX =
      MAIL.entity(Box.class, lookup())
          .partition(KeyTemplate.of("u#<user>", USER))
          .sort(KeyTemplate.of("b#"))
          .version(Box::version)
          .population(Population.of(1000, 1))
          .example(new Box(SOMEONE, 1200, 7));

  public static final Entity<Account> ACCOUNT =
      MAIL.entity(Account.class, lookup())
          .partition(KeyTemplate.of("a#<user>", USER))
          .sort(KeyTemplate.of("a#"))
          .population(Population.of(1000, 1))
          .example(new Account(SOMEONE, new Address("bo@example.org"), "Bo"));

  public static final Entity<Claim> CLAIM =
      MAIL.entity(Claim.class, lookup())
          .partition(KeyTemplate.of("c#<address>", ADDRESS))
          .sort(KeyTemplate.of("c#"))
          .population(Population.of(1000, 1))
          .example(new Claim(new Address("bo@example.org"), SOMEONE));

  public static final Entity<Session> SESSION_OF =
      SESSIONS
          .entity(Session.class, lookup())
          .partition(SESSION)
          .expires(Session::until)
          .population(Population.of(3000, 1).kept(Duration.ofDays(30)))
          .example(new Session(SOME_ID, SOMEONE, NOON));

  public static final Query<Since, Letter> SINCE =
      LETTER
          .query("L1", "letters since a time", Since.class)
          .from(Since::since)
          .consistent()
          .page(50)
          .typically(5)
          .load(perSecond(20).hottestKey(0.01))
          .build();

  public static final Query<OfUser, Letter> LATEST =
      LETTER
          .query("L2", "newest letters", OfUser.class)
          .descending()
          .page(20)
          .load(perSecond(40).hottestKey(0.01))
          .build();

  /** What the index of flagged letters contains. */
  public record Envelope(UserId user, Instant received, String id, Address sender, boolean read) {}

  public static final Query<Flagged, Envelope> FLAGGED =
      LETTER
          .index("flagged")
          .query("L3", "flagged letters", Flagged.class)
          .as(Envelope.class)
          .filter(field(Letter::read).is(false))
          .descending()
          .page(20)
          .load(perSecond(1))
          .build();

  public static final Get<OfLetter, Letter> ONE =
      LETTER.get("L4", "one letter", OfLetter.class).load(perSecond(10)).build();

  public static final Update<Reading, Letter> READ =
      LETTER
          .update("L5", "mark as read", Reading.class)
          .set(Letter::read)
          .to(true)
          .load(perSecond(5))
          .build();

  static final Put<Letter, Letter> PUT_LETTER =
      LETTER.put("L6.letter", "the letter").ifAbsent().build();
  static final Update<OfUser, Box> COUNT =
      BOX.upsert("L6.box", "its box counts it", OfUser.class).add(Box::letters).of(1L).build();

  public static final Transaction<Delivery> DELIVER =
      Transaction.of("L6", "deliver a letter", Delivery.class, lookup())
          .step(PUT_LETTER, Delivery::letter)
          .step(COUNT, Delivery::box)
          .load(perSecond(3))
          .build();

  public static final Query<OfUser, InBox> OPEN =
      ItemCollection.of(InBox.class, List.of(BOX, LETTER))
          .query("L7", "a box and its letters", OfUser.class)
          .page(50)
          .load(perSecond(2))
          .build();

  public static final Delete<OfLetter, Letter> REMOVE =
      LETTER.delete("L8", "remove a letter", OfLetter.class).ifExists().load(perSecond(1)).build();

  public static final Transaction<SignUp> SIGN_UP =
      Transaction.of("A1", "open an account", SignUp.class, lookup())
          .step(ACCOUNT.put("A1.account", "the account").ifAbsent().build(), SignUp::account)
          .step(CLAIM.put("A1.claim", "its address").ifAbsent().build(), SignUp::claim)
          .load(perSecond(0.1))
          .build();

  public static final Get<ByAddress, Claim> WHOSE =
      CLAIM
          .get("A2", "whose address it is", ByAddress.class)
          .consistent()
          .load(perSecond(1))
          .build();

  public static final BatchGet<OfUser, Account> ACCOUNTS =
      ACCOUNT
          .batchGet("A3", "several accounts", OfUser.class)
          .typically(10)
          .load(perSecond(2))
          .build();

  public static final Put<Session, Session> LOG_IN =
      SESSION_OF.put("S1", "log in").ifAbsent().load(perSecond(1)).build();
  public static final Get<BySession, Session> CHECK =
      SESSION_OF.get("S2", "check a session", BySession.class).load(perSecond(100)).build();

  public static final Model MODEL =
      Model.named("mail")
          .entities(LETTER, BOX, ACCOUNT, CLAIM, SESSION_OF)
          .patterns(
              SINCE, LATEST, FLAGGED, ONE, READ, DELIVER, OPEN, REMOVE, SIGN_UP, WHOSE, ACCOUNTS,
              LOG_IN, CHECK)
          .build();

  private Mail() {}
}
