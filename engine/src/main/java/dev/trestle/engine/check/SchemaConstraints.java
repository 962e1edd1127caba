package dev.trestle.engine.check;

import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constraints of DynamoDB's service model on the parameters of table operations. */
public final class SchemaConstraints {
  private static final int TABLE_KEY_ELEMENTS = 2;
  private static final int NON_KEY_ATTRIBUTES = 20;
  private static final int ATTRIBUTE_NAME_LENGTH = 255;

  private final Constraints constraints;

  public SchemaConstraints(Constraints constraints) {
    this.constraints = constraints;
  }

  public void attributes(@Nullable List<AttributeDefinition> attributes) {
    if (attributes == null) return;
    for (int i = 0; i < attributes.size(); i++) {
      var path = "attributeDefinitions." + (i + 1) + ".member";
      constraints.required(path + ".attributeType", attributes.get(i).type());
      constraints.oneOf(path + ".attributeType", attributes.get(i).type(), "B", "N", "S");
      attributeName(path, attributes.get(i).name());
    }
  }

  public void throughput(String path, @Nullable ProvisionedThroughput throughput) {
    if (throughput == null) return;
    units(path + ".writeCapacityUnits", throughput.writeUnits());
    units(path + ".readCapacityUnits", throughput.readUnits());
  }

  private void units(String path, @Nullable Long units) {
    constraints.required(path, units).atLeast(path, units, 1);
  }

  public void tableKeys(@Nullable List<KeySchemaElement> keys) {
    keys("keySchema", keys, false);
  }

  public void indexes(String path, @Nullable List<IndexSpecification> indexes, boolean global) {
    if (indexes == null) return;
    for (int i = 0; i < indexes.size(); i++) {
      index(path + "." + (i + 1) + ".member", indexes.get(i), global);
    }
  }

  public void index(String path, IndexSpecification index, boolean global) {
    constraints.indexName(path + ".indexName", index.indexName());
    keys(path + ".keySchema", index.keySchema(), global);
    constraints.required(path + ".projection", index.projection());
    if (index.projection() != null) projection(path + ".projection", index.projection());
    throughput(path + ".provisionedThroughput", index.throughput());
  }

  private void projection(String path, Projection projection) {
    constraints.oneOf(
        path + ".projectionType", projection.projectionType(), "ALL", "INCLUDE", "KEYS_ONLY");
    var attributes = projection.nonKeyAttributes();
    if (attributes == null) return;
    path += ".nonKeyAttributes";
    constraints.count(path, attributes, attributes.toString(), 1, NON_KEY_ATTRIBUTES);
    for (int i = 0; i < attributes.size(); i++) {
      constraints.length(
          path + "." + (i + 1) + ".member", attributes.get(i), 1, ATTRIBUTE_NAME_LENGTH);
    }
  }

  private void keys(String path, @Nullable List<KeySchemaElement> keys, boolean global) {
    constraints.required(path, keys);
    if (keys == null) return;
    var shown =
        keys.stream()
            .map(key ->
                "KeySchemaElement(attributeName="
                    + key.attributeName()
                    + ", keyType="
                    + key.keyType()
                    + ")")
            .toList();
    // The limits of a global index are checked later, separately for HASH and RANGE.
    int most = global ? Integer.MAX_VALUE : TABLE_KEY_ELEMENTS;
    constraints.count(path, keys, shown.toString(), 1, most);
    for (int i = 0; i < keys.size(); i++) {
      var member = path + "." + (i + 1) + ".member";
      attributeName(member, keys.get(i).attributeName());
      constraints.required(member + ".keyType", keys.get(i).keyType());
      constraints.oneOf(member + ".keyType", keys.get(i).keyType(), "HASH", "RANGE");
    }
  }

  private void attributeName(String path, @Nullable String name) {
    constraints
        .required(path + ".attributeName", name)
        .length(path + ".attributeName", name, 1, ATTRIBUTE_NAME_LENGTH);
  }
}
