package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.stream.ShardIterator;
import org.jspecify.annotations.Nullable;

/** GetShardIterator: a place in a shard to begin reading at. */
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
  public GetShardIterator.Result run(Kernel kernel) {
    var type =
        new Constraints()
            .required("streamArn", streamArn)
            .length("streamArn", streamArn, StreamNames.ARN_LENGTH_MIN, StreamNames.ARN_LENGTH_MAX)
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
    return new Result(iterator(kernel, type).text());
  }

  private ShardIterator iterator(Kernel kernel, String type) {
    var stream = StreamNames.require(kernel, String.valueOf(streamArn));
    var streams = kernel.streams();
    var shard = streams.shard(stream, String.valueOf(shardId));
    return switch (type) {
      case "TRIM_HORIZON" -> streams.atHorizon(shard);
      case "LATEST" -> streams.atLatest(shard);
      default -> {
        boolean behind = type.equals("AFTER_SEQUENCE_NUMBER");
        yield streams.at(stream, shard, String.valueOf(sequenceNumber), behind);
      }
    };
  }
}
