package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.design.cost.ItemCost;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Checks that the items of one partition key stay below 8 GB, and names those that grow without
 * bound.
 */
record CollectionSize() implements DesignCheck {
  private static final double MOST = Limits.ITEM_COLLECTION_BYTES * 0.8;
  private static final double DAYS_OF_YEAR = 365.25;

  /** Growth beyond this time is ignored, unless writes will be refused then. */
  private static final double FORESEEABLE_DAYS = 100 * DAYS_OF_YEAR;

  @Override
  public String name() {
    return "collection-size";
  }

  @Override
  public String about() {
    return "The items of one partition key stay below 8 GB at the declared population; growth"
        + " without bound is reported, with the time until then.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (table.sort().isEmpty()) continue;
      var byPartition = new LinkedHashMap<String, List<EntityDesign>>();
      for (var entity : survey.design().entitiesOf(table)) {
        byPartition
            .computeIfAbsent(ReportText.of(entity.keys().partition()), key -> new ArrayList<>())
            .add(entity);
      }
      byPartition.forEach((key, entities) -> check(found, table, key, entities));
    }
    return found.list();
  }

  private static void check(Findings found, Table table, String key, List<EntityDesign> entities) {
    boolean limited = table.indexes().stream().anyMatch(CollectionSize::isLocal);
    double bytes = 0;
    for (var entity : entities) bytes += items(entity) * size(table, entity);
    if (bytes > MOST) {
      var message =
          "the largest partition of %s in %s reaches %s%s"
              .formatted(
                  key,
                  table.name(),
                  ReportText.bytes(bytes),
                  limited ? "; with a local index DynamoDB refuses writes beyond 10 GB" : "");
      var remedy = "put a bucket, such as the month, into the partition key";
      var subject = Subject.of(largest(table, entities));
      if (limited) found.fault(subject, message, remedy);
      else found.warning(subject, message, remedy);
    }
    for (var entity : entities) growth(found, table, entity, bytes, limited);
  }

  private static void growth(
      Findings found, Table table, EntityDesign entity, double now, boolean limited) {
    var population = entity.population();
    if (population.growth().isEmpty() || population.kept().isPresent() || now > MOST) return;
    double daily = population.growth().get() * size(table, entity);
    if (daily <= 0) return;
    double days = (MOST - now) / daily;
    var message =
        "grows without bound under one partition key, by %s a day: 8 GB in %s"
            .formatted(ReportText.bytes(daily), time(days));
    var remedy = "let items expire, or put a bucket, such as the month, into the partition key";
    if (limited) found.warning(Subject.of(entity), message, remedy);
    else if (days < FORESEEABLE_DAYS) found.note(Subject.of(entity), message, remedy);
  }

  private static String time(double days) {
    return days < 2 * DAYS_OF_YEAR
        ? ReportText.number(Math.ceil(days)) + " days"
        : ReportText.number(Math.floor(days / DAYS_OF_YEAR)) + " years";
  }

  /** With time to live, there are at most as many items as arrive during one lifetime. */
  private static double items(EntityDesign entity) {
    var population = entity.population();
    double arriving =
        population.growth().orElse(0.0) * population.kept().map(CollectionSize::days).orElse(0.0);
    return Math.max((double) population.perPartition(), arriving);
  }

  private static double days(Duration time) {
    return time.toSeconds() / 86_400.0;
  }

  /** Entries of local indexes are in the same collection. */
  private static double size(Table table, EntityDesign entity) {
    double bytes = entity.example().size();
    var cost = new ItemCost(table);
    for (var index : table.indexes()) {
      if (isLocal(index)) {
        bytes += cost.entry(index, entity.example()).map(Item::size).orElse(0);
      }
    }
    return bytes;
  }

  private static boolean isLocal(TableIndex index) {
    return index.scope() == TableIndex.Scope.LOCAL;
  }

  private static EntityDesign largest(Table table, List<EntityDesign> entities) {
    return entities.stream()
        .max(Comparator.comparingDouble(entity -> items(entity) * size(table, entity)))
        .orElseThrow();
  }
}
