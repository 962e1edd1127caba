package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;

class ConcurrentExportsTest {
  private static final int ROUNDS = 100;

  @TempDir private Path folder;

  /** Both create the folders that they share. */
  @Test
  void two_exports_to_a_new_bucket_do_not_get_in_each_others_way() {
    try (var trestle = Trestle.open(folder)) {
      var transfers = new TransferFixture(trestle.client());
      transfers.createWithRecovery();
      for (int round = 0; round < ROUNDS; round++) {
        var bucket = "bucket-" + round;
        var both =
            Stream.of(1, 2).map(ignored -> start(trestle, transfers.tableArn(), bucket)).toList();
        assertThat(both.stream().map(arn -> transfers.ended(arn).exportStatus()))
            .as("round %d", round)
            .isEqualTo(List.of(ExportStatus.COMPLETED, ExportStatus.COMPLETED));
      }
    }
  }

  private static String start(Trestle trestle, String table, String bucket) {
    return trestle
        .client()
        .exportTableToPointInTime(r -> r.tableArn(table).s3Bucket(bucket).s3Prefix("a/b/c/d"))
        .exportDescription()
        .exportArn();
  }
}
