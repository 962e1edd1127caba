package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ImportNotFoundException;
import dev.trestle.engine.result.TransferDescription;
import dev.trestle.engine.transfer.Transfer.Kind;
import org.jspecify.annotations.Nullable;

/** DescribeImport: returns an import and its progress. */
public record DescribeImport(@Nullable String importArn) implements Operation<TransferDescription> {
  @Override
  public TransferDescription run(OperationContext context) {
    new Constraints().required("importArn", importArn).check();
    var arn = given(importArn);
    return context
        .transfers()
        .find(Kind.IMPORT, context.region(), arn)
        .map(found -> TransferDescription.of(context.region(), found))
        .orElseThrow(() -> new ImportNotFoundException("Import not found: " + arn));
  }
}
