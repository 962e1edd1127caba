package dev.trestle.bench.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * What a local index by category or by read status would cost and save, as the engine reports it:
 * an inbox of 500 of Stak's messages, in tables with and without such an index.
 */
public final class IndexCost {
  private static final int MESSAGES = 500;
  private static final int MARKED = 100;
  private static final String ID = "01JD%022d";

  /** Far in the future, since expired items may be removed at any moment. */
  private static final Instant NOW = Instant.ofEpochSecond(4_000_000_000L);

  private static final String BODY = "Have a look at our latest feature, made for you. ".repeat(4);

  private final PrintStream out;

  public IndexCost(PrintStream out) {
    this.out = out;
  }

  /** The designs that are compared. */
  private enum Design {
    NONE,
    BY_CATEGORY,
    BY_STATUS;

    /** All attributes: a list from keys alone would have to get each message. */
    Optional<ProjectionType> projection() {
      return this == NONE ? Optional.empty() : Optional.of(ProjectionType.ALL);
    }
  }

  public void run() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(StakModel.MODEL, trestle.client(), "");
      var store = Store.of(StakModel.MODEL, trestle.client());
      store.run(InboxWrites.PUT_TOMBSTONE, message());
      store.run(Inboxes.REPLACE_COUNTS, counts());
      var items = trestle.client().scan(scan -> scan.tableName("stak")).items();
      var message =
          items.stream()
              .filter(item -> Objects.requireNonNull(item.get("SK")).s().startsWith("m#"))
              .findFirst();
      var counts =
          items.stream()
              .filter(item -> Objects.requireNonNull(item.get("SK")).s().equals("c#*"))
              .findFirst();
      out.printf(
          "%-44s %10s %12s %12s%n",
          MESSAGES + " messages, units", "no index", "by category", "by status");
      var units = new ArrayList<Map<String, Double>>();
      for (var design : Design.values()) {
        var table =
            new IndexTable(
                trestle.client(), design.name().toLowerCase(Locale.ROOT), design.projection());
        units.add(measured(table, design, message.orElseThrow(), counts.orElseThrow()));
      }
      for (var what : units.getFirst().keySet().stream().sorted().toList()) {
        out.printf(
            Locale.ROOT,
            "%-44s %10.1f %12.1f %12.1f%n",
            what,
            units.get(0).get(what),
            units.get(1).get(what),
            units.get(2).get(what));
      }
    }
  }

  private static Map<String, Double> measured(
      IndexTable table,
      Design design,
      Map<String, AttributeValue> form,
      Map<String, AttributeValue> counts) {
    var units = new HashMap<String, Double>();
    for (int i = 0; i < MESSAGES; i++) {
      double delivery = table.write(List.of(item(form, design, i, isUnread(i)), counts));
      units.put("write: deliver one", delivery);
    }
    var partition = Objects.requireNonNull(form.get("PK")).s();
    for (var category : List.of("often", "rare", "never")) {
      units.put(
          "read: list 20 of a category, " + category,
          design == Design.BY_CATEGORY
              ? table.ask(partition, category)
              : table.filter(
                  partition,
                  item -> Objects.requireNonNull(item.get("category")).s().equals(category)));
    }
    units.put(
        "read: list 20 unread, every 25th is",
        design == Design.BY_STATUS
            ? table.ask(partition, "unread")
            : table.filter(partition, item -> !item.containsKey("readat")));
    int unread = MESSAGES - 25;
    units.put("write: read one", table.write(List.of(item(form, design, unread, false), counts)));
    double all = table.put(counts);
    if (design == Design.BY_STATUS) {
      // The index has only what each message says about itself.
      for (int i = 0; i < MARKED; i++) table.put(item(form, design, i, true));
      for (int i = 0; i < MARKED; i++) all += table.put(item(form, design, i, false));
    }
    units.put("write: mark all read, " + MARKED + " are unread", all);
    return units;
  }

  private static boolean isUnread(int number) {
    return number % 25 == 0;
  }

  private static String category(int number) {
    if (number % 25 == 0) return "rare";
    return number % 2 == 0 ? "often" : "other";
  }

  private static Map<String, AttributeValue> item(
      Map<String, AttributeValue> form, Design design, int number, boolean isUnread) {
    var item = new HashMap<>(form);
    var id = String.format(Locale.ROOT, ID, number);
    item.put("SK", AttributeValue.fromS("m#" + id));
    item.put("id", AttributeValue.fromS(id));
    item.put("category", AttributeValue.fromS(category(number)));
    item.put("expiredat", AttributeValue.fromN(Long.toString(NOW.getEpochSecond() + number)));
    if (!isUnread) item.put("readat", AttributeValue.fromN(Long.toString(NOW.getEpochSecond())));
    switch (design) {
      case NONE -> {}
      case BY_CATEGORY ->
          item.put(IndexTable.SORTED, AttributeValue.fromS(category(number) + "#" + id));
      case BY_STATUS ->
          item.put(IndexTable.SORTED, AttributeValue.fromS((isUnread ? "unread#" : "read#") + id));
    }
    return item;
  }

  private static Message message() {
    return new Message(
        new TenantId("acme"),
        new UserId("user456"),
        new InboxId("DEFAULT"),
        new MessageId(String.format(Locale.ROOT, ID, 0)),
        Optional.of("external_id_123"),
        "often",
        "admin_user",
        new AudienceSummary(AudienceSummary.Kind.users, Optional.of("Premium Users")),
        NOW,
        NOW,
        Optional.empty(),
        false,
        false,
        3,
        7,
        NOW.plusSeconds(86_400),
        NOW.plusSeconds(800_000),
        Content.text("New feature available", BODY));
  }

  private static Counts counts() {
    return new Counts(
        new TenantId("acme"),
        new UserId("user456"),
        new InboxId("DEFAULT"),
        15,
        Map.of("often", 12L, "rare", 3L),
        2,
        NOW,
        3,
        List.of(new Mark(3, new MessageId(String.format(Locale.ROOT, ID, 0)), 17, NOW)),
        7,
        4,
        17,
        NOW,
        Map.of(),
        Set.of(),
        0);
  }
}
