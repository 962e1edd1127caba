package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Refusals.assertRefused;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;
import static dev.trestle.conformance.behaviour.ValidationErrors.missing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Eventually;
import dev.trestle.testing.TrestleTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** TagResource, UntagResource and ListTagsOfResource. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TagResourceTest {
  private final DynamoDbClient db;
  private final String fixed;

  TagResourceTest(DynamoDbClient db) {
    this.db = db;
    fixed = newTable();
  }

  private String newTable() {
    return TableSketch.describe(db, TableSketch.of("tags", "pk S").create(db)).tableArn();
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  private void tag(String arn, Tag... tags) {
    db.tagResource(request -> request.resourceArn(arn).tags(tags));
  }

  private Map<String, String> tags(String arn) {
    return db.listTagsOfResource(request -> request.resourceArn(arn)).tags().stream()
        .collect(Collectors.toMap(Tag::key, Tag::value));
  }

  /** Waits for tags, which take a while to become visible in DynamoDB. */
  private void awaitTags(String arn, Map<String, String> expected) {
    Eventually.holds(() -> tags(arn).equals(expected));
  }

  @Test
  void tags_are_added_changed_and_removed() {
    var arn = newTable();
    assertThat(tags(arn)).isEmpty();
    tag(arn, tag("env", "test"), tag("team", "blue"));
    awaitTags(arn, Map.of("env", "test", "team", "blue"));
    tag(arn, tag("env", "live"), tag("empty", ""));
    awaitTags(arn, Map.of("env", "live", "team", "blue", "empty", ""));
    db.untagResource(request -> request.resourceArn(arn).tagKeys("team", "empty", "never there"));
    awaitTags(arn, Map.of("env", "live"));
  }

  @Test
  void a_table_may_have_fifty_tags() {
    var arn = newTable();
    var fifty =
        IntStream.range(0, 50).mapToObj(i -> tag("key" + i, "value " + i)).toArray(Tag[]::new);
    tag(arn, fifty);
    Eventually.holds(() -> tags(arn).size() == 50);
    assertRefused(() -> tag(arn, tag("one more", "x")), "ValidationException");
    assertThat(tags(arn)).hasSize(50);
  }

  @Test
  void tags_have_keys_and_there_is_one_at_least() {
    assertInvalid(
        () -> db.tagResource(request -> request.resourceArn(fixed).tags(List.of())),
        "Atleast one Tag needs to be provided as Input.");
    assertInvalid(() -> db.tagResource(request -> request.resourceArn(fixed)), missing("tags"));
    assertInvalid(
        () -> db.untagResource(request -> request.resourceArn(fixed).tagKeys(List.of())),
        "Atleast one Tag Key needs to be provided as Input.");
    assertInvalid(
        () -> db.untagResource(request -> request.resourceArn(fixed)), missing("tagKeys"));
  }

  @Test
  void keys_of_the_service_and_keys_twice_are_refused() {
    assertRefused(() -> tag(fixed, tag("aws:mine", "x")), "ValidationException");
    assertRefused(() -> tag(fixed, tag("twice", "1"), tag("twice", "2")), "ValidationException");
    assertRefused(() -> tag(fixed, tag("k".repeat(129), "x")), "ValidationException");
    assertRefused(() -> tag(fixed, tag("key", "v".repeat(257))), "ValidationException");
    assertThat(tags(fixed)).isEmpty();
  }

  @Test
  void a_resource_is_named_by_its_arn() {
    assertInvalid(
        () -> db.listTagsOfResource(request -> {}), "Invalid TableArn", missing("resourceArn"));
    assertRefused(() -> tag("not-an-arn", tag("k", "v")), "ValidationException");
    assertRefused(
        () -> db.untagResource(request -> request.resourceArn("not-an-arn").tagKeys("k")),
        "ValidationException");
  }

  @Test
  void a_table_that_is_not_there_has_no_tags() {
    var nowhere = fixed.substring(0, fixed.lastIndexOf('/') + 1) + TableSketch.name("nowhere");
    assertRefused(() -> tags(nowhere), "AccessDeniedException");
    assertRefused(() -> tag(nowhere, tag("k", "v")), "ResourceNotFoundException");
    assertRefused(
        () -> db.untagResource(request -> request.resourceArn(nowhere).tagKeys("k")),
        "ResourceNotFoundException");
  }
}
