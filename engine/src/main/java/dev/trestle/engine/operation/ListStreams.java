package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.request.StreamArns;
import dev.trestle.engine.table.TableStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * ListStreams: lists the streams of one or all tables, including closed ones that can still be
 * read.
 */
public record ListStreams(
    @Nullable String tableName, @Nullable Integer limit, @Nullable String exclusiveStartStreamArn)
    implements Operation<ListStreams.Result> {
  private static final int STREAMS_MAX = 100;

  public record Stream(String arn, String tableName, String label) {}

  public record Result(List<Stream> streams, Optional<String> lastEvaluatedStreamArn) {}

  @Override
  public ListStreams.Result run(OperationContext context) {
    new Constraints()
        .optionalName("tableName", tableName)
        .atLeast("limit", limit, 1)
        .atMost("limit", limit, STREAMS_MAX)
        .length(
            "exclusiveStartStreamArn",
            exclusiveStartStreamArn,
            StreamArns.ARN_LENGTH_MIN,
            StreamArns.ARN_LENGTH_MAX)
        .check();
    if (exclusiveStartStreamArn != null) StreamArns.checkForm(exclusiveStartStreamArn);
    var streams =
        context.catalog().streams().stream()
            .filter(stream -> tableName == null || stream.tableName().equals(tableName))
            .map(stream -> named(context, stream))
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

  private static Stream named(OperationContext context, TableStream stream) {
    return new Stream(
        StreamArns.of(context.region(), stream), stream.tableName(), stream.settings().label());
  }
}
