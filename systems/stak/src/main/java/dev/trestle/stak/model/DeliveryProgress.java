package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.SentMessages.AUDIENCE_CHUNK;
import static dev.trestle.stak.model.SentMessages.DEAD_LETTER;
import static dev.trestle.stak.model.SentMessages.SENT_MESSAGE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.Trends.DailyCounts;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a delivery is. The outcome of a chunk is written once, in one transaction with the
 * message's totals: a chunk that is worked on twice is counted once.
 */
public final class DeliveryProgress {
  public record ConcludedChunk(
      TenantId tenant, InboxId inbox, MessageId id, long chunk, ChunkOutcome outcome) {}

  /** What is added to a message's totals. */
  public record Totals(
      TenantId tenant,
      InboxId inbox,
      MessageId id,
      long delivered,
      long newUsers,
      long muted,
      long expired,
      long withdrawn,
      long failed,
      long retracted) {
    /** Adds nothing. */
    public static Totals none(ChunkKey key) {
      return new Totals(key.tenant(), key.inbox(), key.id(), 0, 0, 0, 0, 0, 0, 0);
    }

    /** Adds recipients for whom the message was redacted. */
    public static Totals retracted(ChunkKey key, long recipients) {
      return new Totals(key.tenant(), key.inbox(), key.id(), 0, 0, 0, 0, 0, 0, recipients);
    }

    /** The same, without recipients that had failed before. */
    public Totals minusFailed(long recipients) {
      return new Totals(
          tenant,
          inbox,
          id,
          delivered,
          newUsers,
          muted,
          expired,
          withdrawn,
          failed - recipients,
          retracted);
    }
  }

  private static final Update<ConcludedChunk, AudienceChunk> SET_OUTCOME =
      AUDIENCE_CHUNK
          .update("sent.conclude.chunk", "the chunk's outcome, once", ConcludedChunk.class)
          .set(optional(AudienceChunk::outcome))
          .to(param(ConcludedChunk::outcome))
          .when(absent(AudienceChunk::outcome))
          .build();

  private static final Update<Totals, SentMessage> ADD_TOTALS =
      SENT_MESSAGE
          .update("sent.sums", "the totals of a message", Totals.class)
          .add(SentMessage::delivered)
          .of(param(Totals::delivered))
          .add(SentMessage::newUsers)
          .of(param(Totals::newUsers))
          .add(SentMessage::muted)
          .of(param(Totals::muted))
          .add(SentMessage::expired)
          .of(param(Totals::expired))
          .add(SentMessage::withdrawn)
          .of(param(Totals::withdrawn))
          .add(SentMessage::failed)
          .of(param(Totals::failed))
          .add(SentMessage::retracted)
          .of(param(Totals::retracted))
          .build();

  public record Conclusion(
      ConcludedChunk chunk,
      Totals totals,
      Optional<DailyCounts> counts,
      Optional<DeadLetter> deadLetter) {}

  public static final Transaction<Conclusion> CONCLUDE =
      Transaction.of("sent.conclude", "a chunk is done", Conclusion.class, lookup())
          .step(SET_OUTCOME, Conclusion::chunk)
          .step(ADD_TOTALS, Conclusion::totals)
          .maybe(Trends.ADD_DELIVERIES, Conclusion::counts)
          .maybe(
              DEAD_LETTER.put("sent.conclude.dead", "recipients whose delivery failed").build(),
              Conclusion::deadLetter)
          .load(perSecond(3))
          .build();

  private static final Delete<ChunkKey, DeadLetter> REMOVE_DEAD_LETTER =
      DEAD_LETTER
          .delete("dead.resolve.letter", "a dead letter that was replayed", ChunkKey.class)
          .ifExists()
          .build();

  public record Resolution(ChunkKey deadLetter, Totals totals, Optional<DailyCounts> counts) {}

  public static final Transaction<Resolution> RESOLVE =
      Transaction.of("dead.resolve", "a dead letter was replayed", Resolution.class, lookup())
          .step(REMOVE_DEAD_LETTER, Resolution::deadLetter)
          .step(ADD_TOTALS, Resolution::totals)
          .maybe(Trends.ADD_DELIVERIES, Resolution::counts)
          .load(perSecond(0.01))
          .build();

  public record RetractedChunk(
      TenantId tenant, InboxId inbox, MessageId id, long chunk, Instant at) {}

  private static final Update<RetractedChunk, AudienceChunk> SET_RETRACTED =
      AUDIENCE_CHUNK
          .update("sent.retract.chunk", "the chunk is redacted, once", RetractedChunk.class)
          .set(optional(AudienceChunk::retractedAt))
          .to(param(RetractedChunk::at))
          .when(absent(AudienceChunk::retractedAt))
          .build();

  public record Retraction(RetractedChunk chunk, Totals totals) {}

  public static final Transaction<Retraction> RETRACT =
      Transaction.of("sent.retract", "a chunk is redacted", Retraction.class, lookup())
          .step(SET_RETRACTED, Retraction::chunk)
          .step(ADD_TOTALS, Retraction::totals)
          .load(perSecond(0.1))
          .build();

  private DeliveryProgress() {}
}
