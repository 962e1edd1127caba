package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.StreamArns;
import dev.trestle.engine.stream.ShardIterator;
import org.jspecify.annotations.Nullable;

/** GetShardIterator: returns a position in a shard. */
public record GetShardIterator(
    @Nullable String streamArn,
    @Nullable String shardId,
    @Nullable String shardIteratorType,
    @Nullable String sequenceNumber)
    implements Operation<GetShardIterator.Result> {
  static final int SHARD_ID_LENGTH_MIN = 28;
  static final int SHARD_ID_LENGTH_MAX = 65;

  private static final int SEQUENCE_NUMBER_LENGTH_MIN = 21;
  private static final int SEQUENCE_NUMBER_LENGTH_MAX = 40;

  public record Result(String shardIterator) {}

  @Override
  public GetShardIterator.Result run(OperationContext context) {
    var type =
        new Constraints()
            .required("streamArn", streamArn)
            .length("streamArn", streamArn, StreamArns.ARN_LENGTH_MIN, StreamArns.ARN_LENGTH_MAX)
            .required("shardId", shardId)
            .length("shardId", shardId, SHARD_ID_LENGTH_MIN, SHARD_ID_LENGTH_MAX)
            .length(
                "sequenceNumber",
                sequenceNumber,
                SEQUENCE_NUMBER_LENGTH_MIN,
                SEQUENCE_NUMBER_LENGTH_MAX)
            .oneOf(
                "shardIteratorType",
                shardIteratorType,
                "AFTER_SEQUENCE_NUMBER",
                "LATEST",
                "AT_SEQUENCE_NUMBER",
                "TRIM_HORIZON")
            .present("shardIteratorType", shardIteratorType);
    boolean wantsNumber = type.endsWith("SEQUENCE_NUMBER");
    if (wantsNumber && sequenceNumber == null) {
      throw new ValidationException(
          "SequenceNumber must be specified for ShardIteratorType " + type);
    }
    if (!wantsNumber && sequenceNumber != null) {
      throw new ValidationException(
          "SequenceNumber must not be specified for ShardIteratorType " + type);
    }
    return new Result(iterator(context, type).text());
  }

  private ShardIterator iterator(OperationContext context, String type) {
    var stream = context.stream(String.valueOf(streamArn));
    var streams = context.streams();
    var shard = streams.shard(stream, String.valueOf(shardId));
    return switch (type) {
      case "TRIM_HORIZON" -> streams.atHorizon(shard);
      case "LATEST" -> streams.atLatest(shard);
      default -> {
        boolean after = type.equals("AFTER_SEQUENCE_NUMBER");
        yield streams.at(stream, shard, String.valueOf(sequenceNumber), after);
      }
    };
  }
}
