package dev.trestle.stak.model.seed;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The document's single table, unchanged. It does not restrict the names of tenants, users or
 * categories, so they are any text.
 */
final class StakSeed {
  static final Part<String> TENANT = Part.raw("tenant", 64);
  static final Part<String> USER = Part.raw("user", 256);
  static final Part<String> INBOX = Part.raw("inbox", 64);
  static final Part<String> MESSAGE_ID = Part.raw("id", 64);
  static final Part<String> CATEGORY = Part.raw("category", 64);

  static final KeyTemplate OF_INBOX =
      KeyTemplate.unproven("t#<tenant>U#<user>#<inbox>", TENANT, USER, INBOX);

  static final Table TABLE = Table.named("stak").partition(string("PK")).sort(string("SK")).build();

  record Audiences(String kind, Optional<String> label, List<String> uids) {}

  record Content(String title, String body, Optional<String> cta) {}

  record Settings(String tenant, String title) {}

  record Config(
      String tenant, String inbox, String title, String description, String schemaVersion) {}

  record Message(
      String tenant,
      String user,
      String inbox,
      String id,
      String category,
      String sender,
      Audiences audiences,
      Instant received,
      Instant delivered,
      Optional<Instant> readat,
      Content message) {}

  record Total(String tenant, String user, String inbox, long count, Instant lastUpdated) {}

  record OfCategory(
      String tenant, String user, String inbox, String category, long count, Instant lastUpdated) {}

  static final Instant NOW = Instant.parse("2022-01-01T00:00:00Z");

  static final Entity<Settings> SETTINGS =
      TABLE
          .entity(Settings.class, lookup())
          .partition(KeyTemplate.of("t#<tenant>", TENANT))
          .sort(KeyTemplate.of("st#tenant_settings"))
          .example(new Settings("tenant123", "Acme"));

  static final Entity<Config> CONFIG =
      TABLE
          .entity(Config.class, lookup())
          .partition(KeyTemplate.of("t#<tenant>", TENANT))
          .sort(KeyTemplate.of("si#<inbox>", INBOX))
          .example(
              new Config(
                  "tenant123",
                  "DEFAULT",
                  "General Notifications",
                  "System-wide notifications",
                  "1.0"));

  static final Entity<Message> MESSAGE =
      TABLE
          .entity(Message.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("m#<id>", MESSAGE_ID))
          .snakeCase()
          .epochSeconds(Message::received)
          .epochSeconds(Message::delivered)
          .example(
              new Message(
                  "tenant123",
                  "user456",
                  "DEFAULT",
                  "msg789",
                  "notification",
                  "admin_user",
                  new Audiences(
                      "users", Optional.of("Premium Users"), List.of("user456", "user789")),
                  NOW,
                  NOW,
                  Optional.empty(),
                  new Content(
                      "New Feature Available",
                      "Check out our latest feature...",
                      Optional.of("myapp://features/new"))));

  static final Entity<Total> TOTAL =
      TABLE
          .entity(Total.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#*"))
          .snakeCase()
          .epochSeconds(Total::lastUpdated)
          .example(new Total("tenant123", "user456", "DEFAULT", 15, NOW));

  static final Entity<OfCategory> CATEGORY_COUNT =
      TABLE
          .entity(OfCategory.class, lookup())
          .partition(OF_INBOX)
          .sort(KeyTemplate.of("c#<category>", CATEGORY))
          .snakeCase()
          .epochSeconds(OfCategory::lastUpdated)
          .example(new OfCategory("tenant123", "user456", "DEFAULT", "notification", 12, NOW));

  record OfTenant(String tenant) {}

  record InTenant(String tenant, String inbox) {}

  record OfInbox(String tenant, String user, String inbox) {}

  record OfCount(String tenant, String user, String inbox, String category) {}

  record ById(String id) {}

  static final Put<Message, Message> INSERT =
      MESSAGE.put("S1.message", "insert record into database").build();
  static final Update<OfInbox, Total> COUNT =
      TOTAL
          .update("S1.total", "increment unread count", OfInbox.class)
          .add(Total::count)
          .of(1L)
          .build();
  static final Update<OfCount, OfCategory> COUNT_CATEGORY =
      CATEGORY_COUNT
          .update("S1.category", "increment the category's", OfCount.class)
          .add(OfCategory::count)
          .of(1L)
          .build();

  record Delivery(Message message, OfInbox total, OfCount category) {}

  /** "Can be performed atomically with message writes using transactions." */
  static final Transaction<Delivery> S1 =
      Transaction.of("S1", "send to users: one recipient", Delivery.class, lookup())
          .step(INSERT, Delivery::message)
          .step(COUNT, Delivery::total)
          .step(COUNT_CATEGORY, Delivery::category)
          .build();

  /** "Mark message as redacted across all recipients": all that is known is its id. */
  static final Query<ById, Message> S3 =
      MESSAGE.query("S3", "redact: find every recipient's copy", ById.class).build();

  static final Query<OfInbox, Message> S4 =
      MESSAGE.query("S4", "last N", OfInbox.class).descending().page(50).build();

  static final Query<OfInbox, OfCategory> S7 =
      CATEGORY_COUNT.query("S7", "unread counts per category", OfInbox.class).build();
  static final Get<OfInbox, Total> S7_TOTAL =
      TOTAL.get("S7.total", "unread count", OfInbox.class).build();
  static final Get<OfTenant, Settings> S8 =
      SETTINGS.get("S8.read", "tenant settings", OfTenant.class).build();
  static final Put<Settings, Settings> S8_WRITE =
      SETTINGS.put("S8.write", "change tenant settings").build();
  static final Get<InTenant, Config> S9 =
      CONFIG.get("S9.read", "inbox configuration", InTenant.class).build();
  static final Put<Config, Config> S9_WRITE =
      CONFIG.put("S9.write", "change inbox configuration").build();

  static final Model MODEL =
      Model.named("stak as its document has it")
          .entities(SETTINGS, CONFIG, MESSAGE, TOTAL, CATEGORY_COUNT)
          .patterns(S1, S3, S4, S7, S7_TOTAL, S8, S8_WRITE, S9, S9_WRITE)
          .build();

  private StakSeed() {}
}
