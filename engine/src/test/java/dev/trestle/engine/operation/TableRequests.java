package dev.trestle.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.engine.Engine;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.request.TableParameters.Tag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds table requests. The fields are the members of the request. */
final class TableRequests {
  @Nullable String name = "people";
  @Nullable List<AttributeDefinition> attributes = List.of(string("pk"));
  @Nullable List<KeySchemaElement> keys = List.of(hash("pk"));
  @Nullable List<IndexSpecification> local;
  @Nullable List<IndexSpecification> global;
  @Nullable String billing = "PAY_PER_REQUEST";
  @Nullable ProvisionedThroughput throughput;
  @Nullable StreamSpecification stream;
  @Nullable EncryptionSpecification encryption;
  @Nullable String tableClass;
  @Nullable Boolean deletionProtection;
  @Nullable List<Tag> tags;

  /** Returns an on-demand table named {@code people} with the key {@code pk}. */
  static TableRequests people() {
    return new TableRequests();
  }

  static TableRequests named(String name) {
    var request = new TableRequests();
    request.name = name;
    return request;
  }

  /** Returns the same table with a sort key {@code sk}. */
  static TableRequests sorted() {
    var request = new TableRequests();
    request.attributes = List.of(string("pk"), string("sk"));
    request.keys = List.of(hash("pk"), range("sk"));
    return request;
  }

  TableRequests provisioned(long read, long write) {
    billing = "PROVISIONED";
    throughput = new ProvisionedThroughput(read, write);
    return this;
  }

  TableRequests attributes(AttributeDefinition... definitions) {
    attributes = List.of(definitions);
    return this;
  }

  TableRequests local(IndexSpecification... indexes) {
    local = List.of(indexes);
    return this;
  }

  TableRequests global(IndexSpecification... indexes) {
    global = List.of(indexes);
    return this;
  }

  CreateTable create() {
    return new CreateTable(
        name,
        attributes,
        keys,
        local,
        global,
        billing,
        throughput,
        null,
        null,
        stream,
        encryption,
        tableClass,
        deletionProtection,
        tags);
  }

  static AttributeDefinition string(String name) {
    return new AttributeDefinition(name, "S");
  }

  static KeySchemaElement hash(String name) {
    return new KeySchemaElement(name, "HASH");
  }

  static KeySchemaElement range(String name) {
    return new KeySchemaElement(name, "RANGE");
  }

  /**
   * Returns an index that projects everything. The first attribute is its hash key, the second its
   * range key.
   */
  static IndexSpecification index(String name, String... keys) {
    var elements = new ArrayList<KeySchemaElement>();
    elements.add(hash(keys[0]));
    if (keys.length > 1) elements.add(range(keys[1]));
    return new IndexSpecification(name, elements, new Projection("ALL", null), null);
  }

  /** Runs an operation that must be refused and returns its code and text. */
  static String refusal(Engine engine, Operation<?> operation) {
    var refusal = catchThrowableOfType(Refusal.class, () -> engine.run(operation));
    assertThat(refusal).as("the operation was not refused").isNotNull();
    return refusal.code() + ": " + refusal.getMessage();
  }
}
