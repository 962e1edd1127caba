package dev.trestle.toolshed.web;

import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.toolshed.loan.Borrowing;
import dev.trestle.toolshed.loan.Loans;
import dev.trestle.toolshed.model.ToolshedModel.Loan;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/** {@code /toolshed/v1/sheds/{shed}/loans}. */
public final class LoansApi {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");
  private static final Rate BORROWING = Rate.perMinute("toolshed.borrow", 30);

  record BorrowRequest(String tool, String member) {}

  record LoanView(String tool, String member, Instant due) {
    static LoanView of(Loan loan) {
      return new LoanView(loan.tool(), loan.member(), loan.due());
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
        .post(
            "/sheds/{shed}/loans",
            limits.around(BORROWING, call -> call.pathParameter("shed"), this::borrow));
  }

  private Reply list(Call call) {
    var shed = name("shed", call.pathParameter("shed"));
    return Reply.ok(new LoansView(loans.of(shed).stream().map(LoanView::of).toList()));
  }

  private Reply borrow(Call call) {
    var request = call.json(BorrowRequest.class);
    var shed = name("shed", call.pathParameter("shed"));
    var outcome =
        loans.borrow(shed, name("tool", request.tool()), name("member", request.member()));
    return switch (outcome) {
      case Borrowing.Lent(var loan) -> Reply.created(LoanView.of(loan));
      case Borrowing.Taken(var due) ->
          throw ApiError.of(409, "TOOL_TAKEN", "This tool is out until " + due + ".");
    };
  }

  private static String name(String field, String text) {
    if (!NAME.matcher(text).matches()) {
      throw ApiError.invalid(field, "Use up to 40 lower-case letters, digits and hyphens.");
    }
    return text;
  }
}
