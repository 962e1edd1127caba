package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.result.TransferPage;
import dev.trestle.engine.transfer.Transfer.Kind;
import org.jspecify.annotations.Nullable;

/** ListExports: lists exports of the last 90 days, newest first, page by page. */
public record ListExports(
    @Nullable String tableArn, @Nullable Integer maxResults, @Nullable String nextToken)
    implements Operation<TransferPage> {
  @Override
  public TransferPage run(OperationContext context) {
    new Constraints()
        .atLeast("maxResults", maxResults, 1)
        .atMost("maxResults", maxResults, TransferPage.SIZE_MAX)
        .check();
    return TransferPage.of(
        context.region(), context.transfers().list(Kind.EXPORT), tableArn, maxResults, nextToken);
  }
}
