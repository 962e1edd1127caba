package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TEMPLATE_NAME;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Inboxes.Content;
import java.time.Instant;
import java.util.Map;

/** Templates of messages. */
public final class Templates {
  /**
   * A message with variables, in one or more languages.
   *
   * @param category of its messages, unless the post has another
   * @param language the one that is used if there is none for the post's
   * @param contents by language
   */
  public record Template(
      TenantId tenant,
      InboxId inbox,
      String name,
      String category,
      String language,
      Map<String, Content> contents,
      Instant updatedAt,
      long version) {}

  public record OfTemplate(TenantId tenant, InboxId inbox, String name) {}

  public static final Entity<Template> TEMPLATE =
      TABLE
          .entity(Template.class, lookup())
          .partition(KeyTemplate.of("t#<tenant>T#<inbox>", TENANT, INBOX))
          .sort(KeyTemplate.of("n#<name>", TEMPLATE_NAME))
          .snakeCase()
          .version(Template::version)
          .maxBytes(160 * 1024)
          .population(Population.of(10_000, 100))
          .example(
              new Template(
                  Examples.TENANT,
                  Examples.INBOX,
                  "order-packed",
                  "orders",
                  "en",
                  Map.of("en", Content.text("Order {{number}} is packed", "It ships {{day}}.")),
                  Examples.NOW,
                  1));

  public static final Get<OfTemplate, Template> READ =
      TEMPLATE
          .get("template.get", "one template", OfTemplate.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Put<Template, Template> WRITE =
      TEMPLATE.put("template.put", "change a template").load(perSecond(0.01)).build();

  public static final Delete<OfTemplate, Template> REMOVE =
      TEMPLATE
          .delete("template.delete", "delete a template", OfTemplate.class)
          .load(perSecond(0.01))
          .build();

  public static final Query<InboxKey, Template> LIST =
      TEMPLATE
          .query("template.list", "templates of an inbox", InboxKey.class)
          .page(100)
          .typically(5)
          .load(perSecond(0.01))
          .build();

  private Templates() {}
}
