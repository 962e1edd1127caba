package dev.trestle.app.command;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table that a program wrote with the SDK's enhanced client. */
public final class OrdersOfOthers {
  private static final String TABLE = "orders";

  private OrdersOfOthers() {}

  /** Writes three customers and twenty-five orders. */
  static void write(DynamoDbClient client) {
    var enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    var orders = enhanced.table(TABLE, TableSchema.fromBean(Order.class));
    orders.createTable();
    var customers = enhanced.table(TABLE, TableSchema.fromBean(Customer.class));
    for (int i = 1; i <= 3; i++) {
      var customer = new Customer();
      customer.setPk("CUSTOMER#c" + i);
      customer.setSk("PROFILE");
      customer.setName("Ann");
      customer.setStreet("Elm Street " + (i + 2));
      customers.putItem(customer);
    }
    for (int i = 1; i <= 25; i++) {
      var line = new Line();
      line.setArticle("a" + i);
      line.setCount(i);
      var order = new Order();
      order.setPk("CUSTOMER#c1");
      order.setSk("ORDER#2026-%03d".formatted(i));
      order.setTotal(new BigDecimal("12.5"));
      order.setLines(List.of(line));
      if (i == 7) order.setNote("by the door");
      orders.putItem(order);
    }
  }

  /** What both kinds of items have. */
  public abstract static class Keyed {
    private @Nullable String pk;
    private @Nullable String sk;

    @DynamoDbPartitionKey
    public @Nullable String getPk() {
      return pk;
    }

    public void setPk(@Nullable String pk) {
      this.pk = pk;
    }

    @DynamoDbSortKey
    public @Nullable String getSk() {
      return sk;
    }

    public void setSk(@Nullable String sk) {
      this.sk = sk;
    }
  }

  /** A customer. */
  @DynamoDbBean
  public static class Customer extends Keyed {
    private @Nullable String name;
    private @Nullable String street;

    public @Nullable String getName() {
      return name;
    }

    public void setName(@Nullable String name) {
      this.name = name;
    }

    public @Nullable String getStreet() {
      return street;
    }

    public void setStreet(@Nullable String street) {
      this.street = street;
    }
  }

  /** An order. */
  @DynamoDbBean
  public static class Order extends Keyed {
    private @Nullable BigDecimal total;
    private @Nullable String note;
    private List<Line> lines = List.of();

    public @Nullable BigDecimal getTotal() {
      return total;
    }

    public void setTotal(@Nullable BigDecimal total) {
      this.total = total;
    }

    public @Nullable String getNote() {
      return note;
    }

    public void setNote(@Nullable String note) {
      this.note = note;
    }

    public List<Line> getLines() {
      return lines;
    }

    public void setLines(List<Line> lines) {
      this.lines = lines;
    }
  }

  /** A line of an order. */
  @DynamoDbBean
  public static class Line {
    private @Nullable String article;
    private int count;

    public @Nullable String getArticle() {
      return article;
    }

    public void setArticle(@Nullable String article) {
      this.article = article;
    }

    public int getCount() {
      return count;
    }

    public void setCount(int count) {
      this.count = count;
    }
  }
}
