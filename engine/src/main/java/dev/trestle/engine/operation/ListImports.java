package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.result.TransferPage;
import dev.trestle.engine.transfer.Transfer.Kind;
import org.jspecify.annotations.Nullable;

/** ListImports: lists imports of the last 90 days, newest first, page by page. */
public record ListImports(
    @Nullable String tableArn, @Nullable Integer pageSize, @Nullable String nextToken)
    implements Operation<TransferPage> {
  @Override
  public TransferPage run(OperationContext context) {
    new Constraints()
        .atLeast("pageSize", pageSize, 1)
        .atMost("pageSize", pageSize, TransferPage.SIZE_MAX)
        .check();
    return TransferPage.of(
        context.region(), context.transfers().list(Kind.IMPORT), tableArn, pageSize, nextToken);
  }
}
