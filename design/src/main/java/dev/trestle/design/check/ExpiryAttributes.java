package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Table;
import dev.trestle.model.Table.Importance;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Checks that data that should expire does, and nothing else. */
record ExpiryAttributes() implements DesignCheck {
  /** Seconds since 1970 reach this value in the year 5138; milliseconds did in 1973. */
  private static final BigDecimal SECONDS_MOST = new BigDecimal("100000000000");

  @Override
  public String name() {
    return "lifetime";
  }

  @Override
  public String about() {
    return "Ephemeral tables and entities expire, by a number of seconds in the table's attribute"
        + " for time to live, and nothing else uses that attribute.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      boolean ephemeral = table.importance() == Importance.EPHEMERAL;
      if (ephemeral && table.timeToLive().isEmpty()) {
        found.fault(
            Subject.of(table),
            "the table is ephemeral but has no time to live: it grows without bound",
            "name the attribute: ephemeral(\"ttl\"), and let its entities expire");
      }
      keyAttribute(found, table);
      for (var entity : survey.design().entitiesOf(table)) {
        if (ephemeral) mustExpire(found, entity, "it is in an ephemeral table");
        else if (entity.population().kept().isPresent()) {
          mustExpire(found, entity, "its population says that items are kept for a time only");
        }
        attribute(found, table, entity);
      }
    }
    return found.list();
  }

  private static void mustExpire(Findings found, EntityDesign entity, String why) {
    if (entity.expires().isPresent()) return;
    found.fault(
        Subject.of(entity),
        "nothing removes its items, though " + why,
        "declare when it expires: expires(%s::…)".formatted(entity.name()));
  }

  private static void keyAttribute(Findings found, Table table) {
    if (table.timeToLive().isEmpty()) return;
    var ttl = table.timeToLive().get();
    var type =
        table.partition().name().equals(ttl)
            ? Optional.of(table.partition().type())
            : table.sort().filter(sort -> sort.name().equals(ttl)).map(sort -> sort.type());
    type.filter(known -> known != Type.N)
        .ifPresent(known ->
            found.fault(
                Subject.of(table),
                "time to live reads the key attribute %s, which is not a number".formatted(ttl),
                "store the time in a separate attribute"));
  }

  private static void attribute(Findings found, Table table, EntityDesign entity) {
    var subject = Subject.of(entity);
    if (entity.expires().isPresent() && !entity.expires().equals(table.timeToLive())) {
      found.fault(
          subject,
          "it expires by %s, but the table's time to live is %s"
              .formatted(entity.expires().get(), table.timeToLive().orElse("switched off")),
          "use one attribute for both");
      return;
    }
    if (table.timeToLive().isEmpty()) return;
    var ttl = table.timeToLive().get();
    var held = entity.attributes().stream().filter(a -> a.name().equals(ttl)).findFirst();
    if (held.isEmpty()) return;
    if (entity.expires().isEmpty() && held.get().type() != Type.N) {
      found.warning(
          subject,
          "its attribute %s has the name of the table's time to live, which ignores it only because it is not a number"
              .formatted(ttl),
          "give the attribute another name");
    } else if (entity.expires().isEmpty()) {
      found.fault(
          subject,
          "its attribute %s is the table's time to live: DynamoDB would delete items by it"
              .formatted(ttl),
          "give the attribute another name, or declare that it expires");
    } else if (held.get().type() != Type.N) {
      found.fault(
          subject,
          "its attribute %s is of type %s; time to live reads numbers only, so nothing would expire"
              .formatted(ttl, held.get().type()),
          "store it as seconds since 1970");
    } else if (entity.example().get(ttl).filter(ExpiryAttributes::isTooLarge).isPresent()) {
      found.fault(
          subject,
          "its attribute %s is not in seconds: items would expire in thousands of years"
              .formatted(ttl),
          "store it as seconds since 1970, not milliseconds");
    }
  }

  private static boolean isTooLarge(Value value) {
    return value.type() == Type.N && value.number().compareTo(SECONDS_MOST) >= 0;
  }
}
