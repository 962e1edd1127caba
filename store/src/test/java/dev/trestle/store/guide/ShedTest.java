package dev.trestle.store.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.Units;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Model;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.Written;
import dev.trestle.store.guide.Shed.Lending;
import dev.trestle.store.guide.Shed.Loan;
import dev.trestle.store.guide.Shed.OfMember;
import dev.trestle.store.guide.Shed.OfShed;
import dev.trestle.store.guide.Shed.OfTool;
import dev.trestle.store.guide.Shed.Taking;
import dev.trestle.store.guide.Shed.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The shed, checked, costed and run. */
final class ShedTest {
  private static final Instant NOW = Instant.parse("2026-11-16T18:00:00Z");

  @Test
  void the_design_holds() {
    ModelCheck.of(Shed.MODEL).orThrow(Severity.WARNING);
  }

  /** The finding while T3 has no index, as quoted in the guide. */
  static Finding withoutIndex() {
    var draft = Shed.TOOLS.query("T3", "what a member has", OfMember.class).build();
    var model = Model.named("draft").entities(Shed.TOOLS).patterns(draft, Shed.ADD).build();
    return ModelCheck.of(model).faults().getFirst();
  }

  @Test
  void without_its_index_a_members_tools_would_need_a_scan() {
    assertThat(withoutIndex().check()).isEqualTo("served");
    assertThat(withoutIndex().message()).contains("only a scan could find the items");
  }

  @Test
  void a_loan_costs_five_write_units() {
    var plan = CapacityPlan.of(Shed.MODEL, PriceList.of("us-east-1"));
    var lend = plan.patterns().stream().filter(cost -> cost.heading().id().equals("T6")).findAny();
    assertThat(lend.orElseThrow().perCall().total()).isEqualTo(Units.writing(5));
    assertThat(plan.bill(false).orElseThrow().requests()).isLessThan(1);
  }

  @Test
  void a_tool_is_lent_once_and_comes_back() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Shed.MODEL, trestle.client(), "");
      var store = Store.of(Shed.MODEL, trestle.client());

      store.run(Shed.ADD, new Tool("pier", "saw", "Hand saw", Optional.empty(), Optional.empty()));

      assertThat(lend(store, "ann")).isTrue();
      assertThat(lend(store, "bo")).isFalse();

      Page<Tool> hers = store.run(Shed.BORROWED, new OfMember("ann"), Cursor.start());
      assertThat(hers.items()).extracting(Tool::tool).containsExactly("saw");

      assertThat(store.run(Shed.RETURN, new OfTool("pier", "saw")))
          .isInstanceOf(Written.Done.class);
      assertThat(store.run(Shed.BORROWED, new OfMember("ann")).items()).isEmpty();
      assertThat(store.run(Shed.ALL, new OfShed("pier")).items()).hasSize(1);
      assertThat(store.run(Shed.ONE, new OfTool("pier", "saw")).orElseThrow().borrower()).isEmpty();
      assertThat(store.run(Shed.HISTORY, new OfTool("pier", "saw")).items())
          .extracting(Loan::member)
          .containsExactly("ann");
    }
  }

  private static boolean lend(Store store, String member) {
    var taking = new Taking("pier", "saw", member, NOW.plus(Duration.ofDays(4)));
    var loan = new Loan("pier", "saw", NOW, member);
    return switch (store.run(Shed.LEND, new Lending(taking, loan))) {
      case TransactionOutcome.Done done -> true;
      case TransactionOutcome.Refused refused -> {
        var holder = refused.one(Lending::tool).orElseThrow().current(Shed.TOOLS).orElseThrow();
        assertThat(holder.borrower()).contains("ann");
        yield false;
      }
    };
  }
}
