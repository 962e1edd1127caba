package dev.trestle.engine.result;

import dev.trestle.engine.transfer.Transfer;

/** An export or import, and the ARNs by which requests refer to it and its table. */
public record TransferDescription(Transfer transfer, String arn, String tableArn) {
  public static TransferDescription of(String region, Transfer transfer) {
    return new TransferDescription(transfer, transfer.arn(region), transfer.tableArn(region));
  }
}
