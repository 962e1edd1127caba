package dev.trestle.engine.operation;

import dev.trestle.engine.table.TableStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ListStreams: the streams of a table, or of all tables, also closed ones that can be read yet. */
public record ListStreams(
    @Nullable String tableName, @Nullable Integer limit, @Nullable String exclusiveStartStreamArn)
    implements Operation<ListStreams.Result> {
  private static final int STREAMS_MAX = 100;

  public record Stream(String arn, String tableName, String label) {}

  public record Result(List<Stream> streams, Optional<String> lastEvaluatedStreamArn) {}

  @Override
  public ListStreams.Result run(Kernel kernel) {
    new Constraints()
        .optionalName("tableName", tableName)
        .atLeast("limit", limit, 1)
        .atMost("limit", limit, STREAMS_MAX)
        .length(
            "exclusiveStartStreamArn",
            exclusiveStartStreamArn,
            StreamNames.ARN_LENGTH_MIN,
            StreamNames.ARN_LENGTH_MAX)
        .check();
    if (exclusiveStartStreamArn != null) StreamNames.checkForm(exclusiveStartStreamArn);
    var streams =
        kernel.catalog().streams().stream()
            .filter(stream -> tableName == null || stream.tableName().equals(tableName))
            .map(stream -> named(kernel, stream))
            .filter(stream ->
                exclusiveStartStreamArn == null
                    || stream.arn.compareTo(exclusiveStartStreamArn) > 0)
            .sorted(Comparator.comparing(Stream::arn))
            .toList();
    int count = Math.min(streams.size(), limit == null ? STREAMS_MAX : limit);
    var page = streams.subList(0, count);
    return new Result(
        page, count < streams.size() ? Optional.of(page.getLast().arn) : Optional.<String>empty());
  }

  private static Stream named(Kernel kernel, TableStream stream) {
    return new Stream(
        StreamNames.arn(kernel, stream), stream.tableName(), stream.settings().label());
  }
}
