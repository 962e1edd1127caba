package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ExportNotFoundException;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.transfer.Transfer.Kind;
import org.jspecify.annotations.Nullable;

/** DescribeExport: returns an export and its progress. */
public record DescribeExport(@Nullable String exportArn) implements Operation<TransferDescription> {
  @Override
  public TransferDescription run(OperationContext context) {
    new Constraints().required("exportArn", exportArn).check();
    var arn = given(exportArn);
    return context
        .transfers()
        .find(Kind.EXPORT, context.region(), arn)
        .map(found -> TransferDescription.of(context.region(), found))
        .orElseThrow(() -> new ExportNotFoundException("Export not found: " + arn));
  }
}
