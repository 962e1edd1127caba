package dev.trestle.messenger.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.design.Design;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.Consumption;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The seed's section 7.2 (10,000 people, 100 messages each a day) beside the declared load. */
final class MessengerCostTest {
  private static final Design DESIGN = Design.of(MessengerModel.MODEL);

  /** The seed's tables are those of Messenger and of accounts. */
  private static final List<Design> DESIGNS = List.of(DESIGN, Design.of(AccountsModel.MODEL));

  /** Calls a second; the write figures of the seed count items. */
  private record Rate(double reads, double writes) {
    Rate plus(double moreReads, double moreWrites) {
      return new Rate(reads + moreReads, writes + moreWrites);
    }
  }

  /** Patterns that the seed does not count because it does not have them. */
  private static final Set<String> OURS =
      Set.of(
          "M10.before",
          "M21.head",
          "chats.heads",
          "chats.list",
          "delivery.status",
          "user.fresh",
          "M15.read",
          "chat.search",
          "file.send",
          "F1",
          "F1.find",
          "F1.backfill",
          "F1.due",
          "F1.next",
          "F1.oldest",
          "push.members",
          "users.named");

  private static final Map<String, Rate> SEED =
      Map.of(
          "messages", new Rate(100, 12),
          "chat_counters", new Rate(0, 12),
          "idempotency_keys", new Rate(12, 12),
          "delivery_state", new Rate(50, 20),
          "users", new Rate(20, 0.1),
          "chats", new Rate(30, 0.5),
          "chat_memberships", new Rate(50, 1),
          "sessions", new Rate(10, 1));

  private static Map<String, Rate> declared() {
    var rates = new HashMap<String, Rate>();
    for (var design : DESIGNS) {
      for (var pattern : design.patterns()) {
        if (!OURS.contains(pattern.id())) {
          add(rates, pattern, pattern.heading().load().perSecond());
        }
      }
    }
    return rates;
  }

  private static void add(Map<String, Rate> rates, PatternDesign pattern, double perSecond) {
    switch (pattern) {
      case Read read -> rates.merge(read.table(), new Rate(perSecond, 0), MessengerCostTest::sum);
      // The seed counts items that are written; a check writes none.
      case Write write when write.operation() == Writing.CONDITION_CHECK -> {}
      case Write write ->
          rates.merge(
              write.table(), new Rate(0, perSecond * write.typical()), MessengerCostTest::sum);
      case Reads reads -> reads.steps().forEach(step -> add(rates, step.read(), perSecond));
      case Writes writes -> writes.steps().forEach(step -> add(rates, step.write(), perSecond));
      case Transact transact ->
          transact.steps().forEach(step -> add(rates, step.write(), perSecond));
      case Several several -> several.patterns().forEach(each -> add(rates, each, perSecond));
    }
  }

  private static Rate sum(Rate one, Rate other) {
    return one.plus(other.reads(), other.writes());
  }

  @Test
  void the_load_is_that_of_the_seeds_table() {
    var declared = declared();
    SEED.forEach((table, seed) -> {
      var rate = declared.getOrDefault(table, new Rate(0, 0));
      double reads = table.equals("idempotency_keys") ? 0 : seed.reads();
      assertThat(rate.reads()).as("reads of %s", table).isCloseTo(reads, within(0.02));
      // Entries that are no texts: members who come and go, edits, new chats.
      double tolerance = table.equals("messages") ? 1 : 0.15;
      assertThat(rate.writes())
          .as("writes of %s", table)
          .isCloseTo(seed.writes(), within(tolerance));
    });
  }

  @Test
  void a_message_under_1_kb_is_sent_for_1_read_and_5_write_units() {
    assertThat(perCall("M6").plus(perCall("M21")).plus(perCall("M12")).total())
        .isEqualTo(new Units(1, 5));
    assertThat(perCall("M21").of(TableOrIndex.of("messages"))).isEqualTo(Units.writing(2));
    assertThat(perCall("M21").of(TableOrIndex.of("idempotency_keys"))).isEqualTo(Units.writing(2));
  }

  /** A transactional put is 2 units: the seed's thousand messages a second in a chat are 500. */
  @Test
  void one_chat_takes_500_messages_a_second_and_250_with_headroom() {
    double perMessage = perCall("M21").of(TableOrIndex.of("messages")).write();
    assertThat(1000 / perMessage).isEqualTo(500);
    assertThat(500 / perMessage).isEqualTo(250);
  }

  /** 12 messages a second of 500 bytes, as the seed reckons them. */
  @Test
  void five_gigabytes_of_messages_are_ten_days() {
    double bytes = Messages.MESSAGE.exampleItem().size() + 100;
    assertThat(bytes).isCloseTo(500, within(20.0));
    assertThat(5e9 / (12 * 86_400 * bytes)).isCloseTo(10, within(0.5));
  }

  @Test
  void provisioned_tables_hold_their_declared_load() {
    var tables =
        Map.of(
            MessengerModel.MODEL, Set.of("chats", "chat_memberships"),
            AccountsModel.MODEL, Set.of("users", "sessions"));
    tables.forEach((model, names) -> {
      var plan = CapacityPlan.of(model, PriceList.of("us-east-1"));
      for (var name : names) {
        var table = plan.table(name);
        assertThat(table.onDemand()).as(name).isFalse();
        assertThat(plan.comparison(table).utilisation().read()).as(name).isLessThan(0.7);
        assertThat(plan.comparison(table).utilisation().write()).as(name).isLessThan(0.7);
      }
    });
  }

  private static Consumption perCall(String id) {
    return PatternCost.of(DESIGN).stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findFirst()
        .orElseThrow()
        .perCall();
  }
}
