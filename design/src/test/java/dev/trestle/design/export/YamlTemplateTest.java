package dev.trestle.design.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** CloudFormation templates in YAML. */
class YamlTemplateTest {
  private static final String YAML =
      """
      AWSTemplateFormatVersion: 2010-09-09
      Parameters:
        Stage: {Type: String, Default: test}
      Resources:
        Orders:
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: !Sub "${Stage}-orders"   # computed
            BillingMode: PAY_PER_REQUEST
            AttributeDefinitions:
              - {AttributeName: pk, AttributeType: S}
              - AttributeName: "sk"
                AttributeType: N
            KeySchema:
              - {AttributeName: pk, KeyType: HASH}
              - {AttributeName: sk, KeyType: RANGE}
            PointInTimeRecoverySpecification:
              PointInTimeRecoveryEnabled: true
            Tags:
              - {Key: owner, Value: !Ref Stage}
              - {Key: stack, Value: !Join ["-", [a, !GetAtt Topic.TopicName]]}
        Topic:
          Type: AWS::SNS::Topic
      """;

  private static final String JSON =
      """
      {"AWSTemplateFormatVersion": "2010-09-09",
       "Parameters": {"Stage": {"Type": "String", "Default": "test"}},
       "Resources": {
         "Orders": {
           "Type": "AWS::DynamoDB::Table",
           "Properties": {
             "TableName": {"Fn::Sub": "${Stage}-orders"},
             "BillingMode": "PAY_PER_REQUEST",
             "AttributeDefinitions": [
               {"AttributeName": "pk", "AttributeType": "S"},
               {"AttributeName": "sk", "AttributeType": "N"}],
             "KeySchema": [
               {"AttributeName": "pk", "KeyType": "HASH"},
               {"AttributeName": "sk", "KeyType": "RANGE"}],
             "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true},
             "Tags": [
               {"Key": "owner", "Value": {"Ref": "Stage"}},
               {"Key": "stack", "Value":
                 {"Fn::Join": ["-", ["a", {"Fn::GetAtt": ["Topic", "TopicName"]}]]}}]}},
         "Topic": {"Type": "AWS::SNS::Topic"}}}
      """;

  @Test
  void short_forms_are_read_as_their_long_forms() {
    assertThat(YamlText.parse(YAML)).isEqualTo(JsonTree.parse(JSON));
  }

  @Test
  void the_tables_of_a_template_are_the_same_in_both_languages() {
    var tables = CloudFormation.read(YAML, "orders");
    assertThat(tables).isEqualTo(CloudFormation.read(JSON, "orders")).hasSize(1);
    assertThat(tables.getFirst().name()).as("its name is computed").isEqualTo("Orders");
    assertThat(tables.getFirst().recovery()).isTrue();
  }

  @Test
  void a_document_in_json_is_the_same_document_in_yaml() {
    var template = CloudFormation.write(Design.of(Everything.MODEL));
    assertThat(YamlText.parse("---\n" + template)).isEqualTo(JsonTree.parse(template));
  }

  private static final String SCALED =
      """
      Resources:
        Orders:
          Type: AWS::DynamoDB::Table
          Properties:
            TableName: orders
            AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
            KeySchema: [{AttributeName: pk, KeyType: HASH}]
            ProvisionedThroughput: {ReadCapacityUnits: 10, WriteCapacityUnits: 7}
        Reads:
          Type: AWS::ApplicationAutoScaling::ScalableTarget
          Properties:
            ServiceNamespace: dynamodb
            ResourceId: RESOURCE
            ScalableDimension: dynamodb:table:ReadCapacityUnits
            MinCapacity: 5
            MaxCapacity: 50
        ReadPolicy:
          Type: AWS::ApplicationAutoScaling::ScalingPolicy
          Properties:
            PolicyName: reads
            PolicyType: TargetTrackingScaling
            ScalingTargetId: !Ref Reads
            TargetTrackingScalingPolicyConfiguration:
              TargetValue: 60.0
      """;

  @Test
  void auto_scaling_of_a_table_is_read_however_the_table_is_named() {
    for (var resource :
        List.of("table/orders", "!Sub \"table/${Orders}\"", "!Join [/, [table, !Ref Orders]]")) {
      var table = CloudFormation.read(SCALED.replace("RESOURCE", resource), "t").getFirst();
      assertThat(table.billing())
          .as(resource)
          .isEqualTo(
              new Billing.Provisioned(
                  new Throughput(5, 7), Optional.of(AutoScaling.upTo(50, 7).targetPercent(60))));
    }
  }

  @Test
  void auto_scaling_whose_table_or_bounds_are_computed_is_left_out() {
    var units = new Billing.Provisioned(new Throughput(10, 7));
    for (var computed : List.of("!ImportValue somewhere", "!Join [/, !Split [., table.orders]]")) {
      var other = SCALED.replace("RESOURCE", computed);
      assertThat(CloudFormation.read(other, "t").getFirst().billing()).isEqualTo(units);
    }
    var bounds =
        SCALED
            .replace("RESOURCE", "table/orders")
            .replace("MaxCapacity: 50", "MaxCapacity: !Ref M");
    assertThat(CloudFormation.read(bounds, "t").getFirst().billing()).isEqualTo(units);
  }

  @Test
  void a_target_with_a_fraction_is_read_without_it() {
    var template = SCALED.replace("RESOURCE", "table/orders").replace("60.0", "66.6");
    assertThat(CloudFormation.read(template, "t").getFirst().billing())
        .isEqualTo(
            new Billing.Provisioned(
                new Throughput(5, 7), Optional.of(AutoScaling.upTo(50, 7).targetPercent(66))));
  }

  /** Once a template was refused for what it says about other services. */
  @Test
  void scaling_of_other_services_is_left_alone() {
    var service =
        """
          Service:
            Type: AWS::ApplicationAutoScaling::ScalableTarget
            Properties:
              ServiceNamespace: ecs
              ResourceId: service/cluster/web
              ScalableDimension: ecs:service:DesiredCount
              MinCapacity: 0.5
              MaxCapacity: 8
          ServicePolicy:
            Type: AWS::ApplicationAutoScaling::ScalingPolicy
            Properties:
              PolicyName: requests
              PolicyType: TargetTrackingScaling
              ScalingTargetId: !Ref Service
              TargetTrackingScalingPolicyConfiguration:
                TargetValue: 30000000000
        """;
    assertThat(CloudFormation.read(SCALED.replace("RESOURCE", "table/orders") + service, "t"))
        .isEqualTo(CloudFormation.read(SCALED.replace("RESOURCE", "table/orders"), "t"));
  }

  @Test
  void auto_scaling_that_was_exported_reads_back() {
    var tables = CloudFormation.read(CloudFormation.write(Design.of(Everything.MODEL)), "t");
    for (var table : Everything.MODEL.tables()) {
      var read = tables.stream().filter(each -> each.name().equals(table.name())).findFirst();
      assertThat(read.orElseThrow().billing()).isEqualTo(table.billing());
      for (var index : table.indexes()) {
        if (index.scope() != TableIndex.Scope.GLOBAL) continue;
        assertThat(read.get().provisioned(read.get().index(index.name())))
            .isEqualTo(table.provisioned(index));
      }
    }
  }

  @Test
  void plain_scalars_are_what_they_look_like() {
    assertThat(scalar("12")).isEqualTo(JsonTree.of(12));
    assertThat(scalar("-1.5")).isEqualTo(new JsonTree.Numeral(new BigDecimal("-1.5")));
    assertThat(scalar("\"12\"")).isEqualTo(JsonTree.of("12"));
    assertThat(scalar("!!str 12")).isEqualTo(JsonTree.of("12"));
    assertThat(scalar("2010-09-09")).isEqualTo(JsonTree.of("2010-09-09"));
    assertThat(scalar("N")).isEqualTo(JsonTree.of("N"));
    assertThat(scalar("False")).isEqualTo(JsonTree.of(false));
    assertThat(scalar("")).isEqualTo(new JsonTree.Nothing());
    assertThat(scalar("~")).isEqualTo(new JsonTree.Nothing());
  }

  private static JsonTree scalar(String text) {
    return ((JsonTree.Fields) YamlText.parse("a: " + text)).field("a").orElseThrow();
  }

  @Test
  void what_no_template_has_is_refused() {
    refuses("a: &x [1]\nb: *x", "line 1 has an anchor or an alias");
    refuses("a: 1\nb: *x", "line 2 has an anchor or an alias");
    refuses("a: 1\na: 2", "line 2 has the key a twice");
    refuses("? [1]\n: 2", "has a key that is not a text");
    refuses("a: 1\n---\nb: 2", "more than one YAML document");
    refuses("# nothing", "an empty file");
    refuses("a: [1\nb: 2", "no YAML: ");
  }

  private static void refuses(String yaml, String message) {
    assertThatThrownBy(() -> YamlText.parse(yaml))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void deep_nesting_is_refused_and_not_a_crash() {
    assertThatThrownBy(() -> YamlText.parse("[".repeat(100_000)))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessageContaining("nested too deeply");
  }
}
