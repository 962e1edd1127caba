package dev.trestle.bench.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.stak.model.Changes;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.StakModel;
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
 * What a local index by category or by read status would cost and save, on the engine's meter: an
 * inbox of 500 messages of Stak's own form, in tables without and with such an index.
 */
public final class IndexCost {
  private static final int MESSAGES = 500;
  private static final int MARKED = 100;
  private static final String ID = "01JD%022d";

  /** Far from now: what has expired may be removed at any moment. */
  private static final Instant NOW = Instant.ofEpochSecond(4_000_000_000L);

  private static final String BODY = "Have a look at our latest feature, made for you. ".repeat(4);

  private final PrintStream out;

  public IndexCost(PrintStream out) {
    this.out = out;
  }

  /** One of the designs that are compared. */
  private enum Design {
    NONE,
    BY_CATEGORY,
    BY_STATUS;

    /** Everything is in the index: a list from keys alone would have to get each message. */
    Optional<ProjectionType> projection() {
      return this == NONE ? Optional.empty() : Optional.of(ProjectionType.ALL);
    }
  }

  public void run() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(StakModel.MODEL, trestle.client(), "");
      var store = Store.of(StakModel.MODEL, trestle.client());
      store.run(Changes.REDACT_EARLY, message());
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
      var figures = new ArrayList<Map<String, Double>>();
      for (var design : Design.values()) {
        var table =
            new IndexTable(
                trestle.client(), design.name().toLowerCase(Locale.ROOT), design.projection());
        figures.add(measured(table, design, message.orElseThrow(), counts.orElseThrow()));
      }
      for (var what : figures.getFirst().keySet().stream().sorted().toList()) {
        out.printf(
            Locale.ROOT,
            "%-44s %10.1f %12.1f %12.1f%n",
            what,
            figures.get(0).get(what),
            figures.get(1).get(what),
            figures.get(2).get(what));
      }
    }
  }

  private static Map<String, Double> measured(
      IndexTable table,
      Design design,
      Map<String, AttributeValue> form,
      Map<String, AttributeValue> counts) {
    var figures = new HashMap<String, Double>();
    for (int i = 0; i < MESSAGES; i++) {
      double units = table.write(List.of(item(form, design, i, isUnread(i)), counts));
      figures.put("write: deliver one", units);
    }
    var partition = Objects.requireNonNull(form.get("PK")).s();
    for (var category : List.of("often", "rare", "never")) {
      figures.put(
          "read: list 20 of a category, " + category,
          design == Design.BY_CATEGORY
              ? table.ask(partition, category)
              : table.filter(
                  partition,
                  item -> Objects.requireNonNull(item.get("category")).s().equals(category)));
    }
    figures.put(
        "read: list 20 unread, every 25th is",
        design == Design.BY_STATUS
            ? table.ask(partition, "unread")
            : table.filter(partition, item -> !item.containsKey("readat")));
    int unread = MESSAGES - 25;
    figures.put("write: read one", table.write(List.of(item(form, design, unread, false), counts)));
    double all = table.put(counts);
    if (design == Design.BY_STATUS) {
      // The index knows only what each message says of itself.
      for (int i = 0; i < MARKED; i++) table.put(item(form, design, i, true));
      for (int i = 0; i < MARKED; i++) all += table.put(item(form, design, i, false));
    }
    figures.put("write: mark all read, " + MARKED + " are unread", all);
    return figures;
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
        "acme",
        "user456",
        "DEFAULT",
        String.format(Locale.ROOT, ID, 0),
        Optional.of("external_id_123"),
        "often",
        "admin_user",
        new Audience("users", Optional.of("Premium Users")),
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
        "acme",
        "user456",
        "DEFAULT",
        15,
        Map.of("often", 12L, "rare", 3L),
        2,
        NOW,
        3,
        List.of(new Mark(3, String.format(Locale.ROOT, ID, 0), 17, NOW)),
        7,
        4,
        17,
        NOW,
        Map.of(),
        Set.of(),
        0);
  }
}
