package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.Sends.CHUNK_OF;
import static dev.trestle.stak.model.Sends.DEAD_LETTER;
import static dev.trestle.stak.model.Sends.SENT_MESSAGE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.stak.model.Sends.AudienceChunk;
import dev.trestle.stak.model.Sends.DeadLetter;
import dev.trestle.stak.model.Sends.OfChunk;
import dev.trestle.stak.model.Sends.Outcome;
import dev.trestle.stak.model.Sends.SentMessage;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a delivery is. What becomes of a chunk is written once, in one transaction with the sums:
 * a chunk that is worked on twice is counted once.
 */
public final class Progress {
  public record Concluded(String tenant, String inbox, String id, long chunk, Outcome outcome) {}

  /** What is added to the sums of a message. */
  public record Sums(
      String tenant,
      String inbox,
      String id,
      long delivered,
      long muted,
      long failed,
      long retracted) {}

  static final Update<Concluded, AudienceChunk> CONCLUDE_CHUNK =
      CHUNK_OF
          .update("sent.conclude.chunk", "what became of it, once", Concluded.class)
          .set(optional(AudienceChunk::outcome))
          .to(param(Concluded::outcome))
          .when(absent(AudienceChunk::outcome))
          .build();

  static final Update<Sums, SentMessage> ADD_UP =
      SENT_MESSAGE
          .update("sent.sums", "the sums of a message", Sums.class)
          .add(SentMessage::delivered)
          .of(param(Sums::delivered))
          .add(SentMessage::muted)
          .of(param(Sums::muted))
          .add(SentMessage::failed)
          .of(param(Sums::failed))
          .add(SentMessage::retracted)
          .of(param(Sums::retracted))
          .ifExists()
          .build();

  public record Conclusion(Concluded chunk, Sums sums, Optional<DeadLetter> dead) {}

  public static final Transaction<Conclusion> CONCLUDE =
      Transaction.of("sent.conclude", "a chunk is done", Conclusion.class, lookup())
          .step(CONCLUDE_CHUNK, Conclusion::chunk)
          .step(ADD_UP, Conclusion::sums)
          .maybe(
              DEAD_LETTER.put("sent.conclude.dead", "who did not get it").build(), Conclusion::dead)
          .load(perSecond(3))
          .build();

  static final Delete<OfChunk, DeadLetter> BURY =
      DEAD_LETTER
          .delete("dead.resolve.letter", "it is worked off", OfChunk.class)
          .ifExists()
          .build();

  public record Resolution(OfChunk dead, Sums sums) {}

  public static final Transaction<Resolution> RESOLVE =
      Transaction.of("dead.resolve", "a dead letter is worked off", Resolution.class, lookup())
          .step(BURY, Resolution::dead)
          .step(ADD_UP, Resolution::sums)
          .load(perSecond(0.01))
          .build();

  public record Retracted(String tenant, String inbox, String id, long chunk, Instant at) {}

  static final Update<Retracted, AudienceChunk> RETRACT_CHUNK =
      CHUNK_OF
          .update("sent.retract.chunk", "its recipients have it no more", Retracted.class)
          .set(optional(AudienceChunk::retractedAt))
          .to(param(Retracted::at))
          .when(absent(AudienceChunk::retractedAt))
          .build();

  public record Retraction(Retracted chunk, Sums sums) {}

  public static final Transaction<Retraction> RETRACT =
      Transaction.of("sent.retract", "a chunk is redacted", Retraction.class, lookup())
          .step(RETRACT_CHUNK, Retraction::chunk)
          .step(ADD_UP, Retraction::sums)
          .load(perSecond(0.1))
          .build();

  private Progress() {}
}
