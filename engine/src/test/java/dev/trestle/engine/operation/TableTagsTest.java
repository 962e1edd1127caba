package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.TableRequests.people;
import static dev.trestle.engine.operation.TableRequests.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.request.TableParameters.Tag;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableTagsTest {
  private static final String NOWHERE = "arn:aws:dynamodb:us-east-1:000000000000:table/nope";

  private final Engine engine = Engine.open(EngineOptions.inMemory());
  private final String arn = engine.run(people().create()).arn();

  @AfterEach
  void close() {
    engine.close();
  }

  private Map<String, String> listed() {
    return engine.run(new ListTagsOfResource(arn, null)).tags();
  }

  @Test
  void tags_are_added_replaced_and_removed() {
    engine.run(new TagResource(arn, List.of(new Tag("a", "1"), new Tag("b", "2"))));
    engine.run(new TagResource(arn, List.of(new Tag("b", "3"))));
    assertThat(listed()).containsExactly(Map.entry("a", "1"), Map.entry("b", "3"));
    engine.run(new UntagResource(arn, List.of("a", "never-there")));
    assertThat(listed()).containsExactly(Map.entry("b", "3"));
  }

  @Test
  void one_faulty_tag_leaves_all_as_they_were() {
    var tags = List.of(new Tag("good", "1"), new Tag("aws:bad", "1"));
    assertThat(refusal(engine, new TagResource(arn, tags)))
        .isEqualTo("ValidationException: Tag Key cannot be prefixed with aws:, Key: aws:bad");
    assertThat(listed()).isEmpty();
  }

  @Test
  void fifty_tags_are_the_limit_over_several_requests() {
    var fifty = IntStream.range(0, 50).mapToObj(i -> new Tag("k" + i, "v")).toList();
    engine.run(new TagResource(arn, fifty));
    var text =
        "ValidationException: Number of Tags exceed the current limit for the provided ResourceArn";
    assertThat(refusal(engine, new TagResource(arn, List.of(new Tag("one-more", "v")))))
        .isEqualTo(text);
    engine.run(new TagResource(arn, List.of(new Tag("k7", "changed"))));
    assertThat(listed()).hasSize(50).containsEntry("k7", "changed");
    var keys = IntStream.range(0, 51).mapToObj(i -> "k" + i).toList();
    assertThat(refusal(engine, new UntagResource(arn, keys))).isEqualTo(text);
  }

  @Test
  void something_must_be_given() {
    assertThat(refusal(engine, new TagResource(arn, List.of())))
        .isEqualTo("ValidationException: Atleast one Tag needs to be provided as Input.");
    assertThat(refusal(engine, new UntagResource(arn, List.of())))
        .isEqualTo("ValidationException: Atleast one Tag Key needs to be provided as Input.");
    assertThat(refusal(engine, new TagResource(arn, null)))
        .isEqualTo(
            "ValidationException: 1 validation error detected: Value null at 'tags' failed to"
                + " satisfy constraint: Member must not be null");
  }

  @Test
  void the_arn_is_that_of_a_table_here() {
    assertThat(refusal(engine, new ListTagsOfResource(null, null)))
        .isEqualTo("ValidationException: Invalid TableArn");
    assertThat(refusal(engine, new ListTagsOfResource("people", null)))
        .isEqualTo(
            "ValidationException: One or more parameter values were invalid: ARNs must start with"
                + " 'arn:': people");
    assertThat(refusal(engine, new ListTagsOfResource("arn:aws:s3:::bucket", null)))
        .isEqualTo(
            "ValidationException: One or more parameter values were invalid: Provided Arn is not a"
                + " DynamoDB resource arn: arn:aws:s3:::bucket");
    assertThat(refusal(engine, new ListTagsOfResource(arn + "/index/gsi", null)))
        .startsWith(
            "ValidationException: One or more parameter values were invalid: Invalid resource arn"
                + " provided, only table or stream is accepted.");
    var elsewhere = arn.replace("us-east-1", "eu-west-1");
    assertThat(refusal(engine, new ListTagsOfResource(elsewhere, null)))
        .isEqualTo(
            "ValidationException: Invalid TableArn: Invalid ResourceArn provided as input "
                + elsewhere);
    assertThat(refusal(engine, new ListTagsOfResource(NOWHERE, null)))
        .isEqualTo(
            "AccessDeniedException: User is not authorized to perform: dynamodb:ListTagsOfResource"
                + " on resource: "
                + NOWHERE);
  }

  @Test
  void limits_are_those_of_a_new_account() {
    assertThat(engine.run(new DescribeLimits()))
        .isEqualTo(new DescribeLimits.Result(80_000, 80_000, 40_000, 40_000));
  }
}
