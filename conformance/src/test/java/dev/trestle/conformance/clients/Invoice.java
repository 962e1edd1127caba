package dev.trestle.conformance.clients;

import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbAtomicCounter;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean for the enhanced client, which requires getters and setters. */
@DynamoDbBean
public class Invoice {
  static final String BY_STATE = "by-state";

  private @Nullable String customer;
  private @Nullable Integer number;
  private @Nullable String state;
  private @Nullable BigDecimal amount;
  private @Nullable Set<String> labels;
  private @Nullable Long version;
  private @Nullable Long changes;

  static Invoice of(String customer, int number, String state, String amount) {
    var invoice = new Invoice();
    invoice.setCustomer(customer);
    invoice.setNumber(number);
    invoice.setState(state);
    invoice.setAmount(new BigDecimal(amount));
    invoice.setLabels(Set.of("nya", "blå"));
    return invoice;
  }

  @DynamoDbPartitionKey
  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String value) {
    customer = value;
  }

  @DynamoDbSortKey
  @DynamoDbSecondarySortKey(indexNames = BY_STATE)
  public @Nullable Integer getNumber() {
    return number;
  }

  public void setNumber(@Nullable Integer value) {
    number = value;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = BY_STATE)
  public @Nullable String getState() {
    return state;
  }

  public void setState(@Nullable String value) {
    state = value;
  }

  public @Nullable BigDecimal getAmount() {
    return amount;
  }

  public void setAmount(@Nullable BigDecimal value) {
    amount = value;
  }

  public @Nullable Set<String> getLabels() {
    return labels;
  }

  public void setLabels(@Nullable Set<String> value) {
    labels = value;
  }

  @DynamoDbVersionAttribute
  public @Nullable Long getVersion() {
    return version;
  }

  public void setVersion(@Nullable Long value) {
    version = value;
  }

  @DynamoDbAtomicCounter
  public @Nullable Long getChanges() {
    return changes;
  }

  public void setChanges(@Nullable Long value) {
    changes = value;
  }
}
