package dev.trestle.design.export;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Encryption;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InfrastructureTest {
  @Test
  void no_two_backups_are_further_apart_than_declared() {
    assertThat(cron(Duration.ofHours(1))).isEqualTo("cron(0 * * * ? *)");
    assertThat(cron(Duration.ofHours(5))).isEqualTo("cron(0 0/4 * * ? *)");
    assertThat(cron(Duration.ofHours(6))).isEqualTo("cron(0 0/6 * * ? *)");
    assertThat(cron(Duration.ofHours(36))).isEqualTo("cron(0 3 * * ? *)");
    assertThat(cron(Duration.ofDays(3))).isEqualTo("cron(0 3 1/3 * ? *)");
    assertThat(cron(Duration.ofDays(7))).isEqualTo("cron(0 3 ? * SUN *)");
    assertThat(cron(Duration.ofDays(90))).isEqualTo("cron(0 3 1 * ? *)");
    assertThatThrownBy(() -> cron(Duration.ofMinutes(5))).hasMessageContaining("once an hour");
  }

  private static String cron(Duration every) {
    return Infrastructure.cron(new BackupPlan(every, Duration.ofDays(365)));
  }

  @Test
  void tables_with_the_same_backup_plan_share_a_schedule() {
    var design = Design.of(Everything.MODEL);
    assertThat(Infrastructure.of(design).backups())
        .extracting(Infrastructure.BackupSchedule::name)
        .containsExactly("every-6-hours-kept-14-days", "every-1-days-kept-35-days");
  }

  @Test
  void what_replicas_cannot_have_is_refused() {
    var table = Table.named("t").partition(string("id")).replicas("eu-north-1");
    table.encryption(new Encryption.Customer("arn:aws:kms:us-east-1:111122223333:key/1234"));
    var design = new Design("d", List.of(table.build()), List.of(), List.of());
    assertThatThrownBy(() -> CloudFormation.write(design))
        .isInstanceOf(UnexportableException.class)
        .hasMessageContaining("multi-Region key");
    table.encryption(new Encryption.Owned()).stream(StreamView.KEYS_ONLY);
    var other = new Design("d", List.of(table.build()), List.of(), List.of());
    assertThatThrownBy(() -> Terraform.write(other)).hasMessageContaining("new and old images");
  }

  @Test
  void a_multi_region_key_is_named_in_each_region() {
    assertThat(Infrastructure.keyIn("eu-west-1", "arn:aws:kms:us-east-1:1:key/mrk-1"))
        .isEqualTo("arn:aws:kms:eu-west-1:1:key/mrk-1");
  }

  @Test
  void different_names_become_different_identifiers() {
    var ids = new Identifiers();
    assertThat(List.of(ids.pascal("a-b"), ids.pascal("a.b"), ids.pascal("a-b")))
        .containsExactly("AB", "AB2", "AB");
    assertThat(new Identifiers().snake("2nd Table")).isEqualTo("_2nd_table");
  }

  /** Once the later of two resources with one name replaced the other in the template. */
  @Test
  void an_index_and_a_table_named_after_it_have_scaling_and_alarms_of_their_own() {
    var orders =
        Table.named("orders")
            .partition(string("id"))
            .global(index("archive", string("state")).all())
            .provisioned(5, 5, upTo(50, 50))
            .alarms(Alarms.STANDARD);
    var archive =
        Table.named("orders-archive")
            .partition(string("id"))
            .provisioned(5, 5, upTo(50, 50))
            .alarms(Alarms.STANDARD);
    var design = new Design("d", List.of(orders.build(), archive.build()), List.of(), List.of());
    var infrastructure = Infrastructure.of(design);
    assertThat(infrastructure.scaling()).extracting(ScalableUnits::name).doesNotHaveDuplicates();
    assertThat(infrastructure.alarms()).extracting(CloudWatchAlarm::name).doesNotHaveDuplicates();
    assertThat(CloudFormation.write(design).split("ApplicationAutoScaling::ScalableTarget", -1))
        .as("two of each table and of the index")
        .hasSize(1 + 6);
  }

  @Test
  void text_in_hcl_stands_for_itself() {
    assertThat(Hcl.quoted("a\"b\\c${d}%{e}\n")).isEqualTo("\"a\\\"b\\\\c$${d}%%{e}\\n\"");
  }
}
