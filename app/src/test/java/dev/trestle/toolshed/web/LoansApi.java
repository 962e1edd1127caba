package dev.trestle.toolshed.web;

import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.toolshed.loan.Borrowing;
import dev.trestle.toolshed.loan.Loans;
import dev.trestle.toolshed.loan.Refusal;
import dev.trestle.toolshed.model.MemberName;
import dev.trestle.toolshed.model.ShedName;
import dev.trestle.toolshed.model.ToolName;
import dev.trestle.toolshed.model.ToolshedModel.Loan;
import java.time.Instant;
import java.util.List;

/** {@code /toolshed/v1/sheds/{shed}/loans}. */
public final class LoansApi {
  private static final Rate BORROWING = Rate.perMinute("toolshed.borrow", 30);

  record BorrowRequest(String tool, String member) {}

  record LoanView(String tool, String member, Instant due) {
    static LoanView of(Loan loan) {
      return new LoanView(loan.tool().value(), loan.member().value(), loan.due());
    }
  }

  record LoansView(List<LoanView> loans) {}

  private final Loans loans;
  private final RateLimits limits;

  public LoansApi(Loans loans, RateLimits limits) {
    this.loans = loans;
    this.limits = limits;
  }

  public Router router() {
    return new Router()
        .get("/sheds/{shed}/loans", this::list)
        .add(
            "POST",
            "/sheds/{shed}/loans",
            limits.around(BORROWING, call -> call.pathParameter("shed"), this::borrow),
            Router.OPEN_BODY_BYTES);
  }

  private Reply list(Call call) {
    return Reply.ok(new LoansView(loans.of(shed(call)).stream().map(LoanView::of).toList()));
  }

  private Reply borrow(Call call) {
    var request = call.json(BorrowRequest.class);
    var tool = ToolName.parse(request.tool()).orElseThrow(() -> notAName("tool"));
    var member = MemberName.parse(request.member()).orElseThrow(() -> notAName("member"));
    try {
      return switch (loans.borrow(shed(call), tool, member)) {
        case Borrowing.Lent(var loan) -> Reply.created(LoanView.of(loan));
        case Borrowing.Taken(var due) ->
            throw ApiError.of(409, "TOOL_TAKEN", "This tool is out until " + due + ".");
      };
    } catch (Refusal refusal) {
      throw error(refusal);
    }
  }

  private static ApiError error(Refusal refusal) {
    return switch (refusal) {
      case Refusal.TooManyLoans many ->
          ApiError.of(
              409,
              "TOO_MANY_LOANS",
              "You have %d tools. Bring one back first.".formatted(many.max()));
    };
  }

  private static ShedName shed(Call call) {
    return ShedName.parse(call.pathParameter("shed")).orElseThrow(() -> notAName("shed"));
  }

  private static ApiError notAName(String field) {
    return ApiError.invalid(field, "Use up to 40 lower-case letters, digits and hyphens.");
  }
}
