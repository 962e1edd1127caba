package dev.trestle.messenger.web;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.chat.AbuseReports;
import dev.trestle.messenger.chat.UserBlocks;
import dev.trestle.messenger.model.Blocks.Block;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.ReportId;
import dev.trestle.messenger.model.Reports.Reason;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Optional;

/** {@code /blocks} and {@code /reports}: users who block or report others. */
public final class BlocksApi {
  record BlockView(String userId, Optional<String> displayName, Instant createdAt) {
    static BlockView of(Block block, Optional<Profile> profile) {
      return new BlockView(
          block.blockedId().value(), profile.map(Profile::displayName), block.createdAt());
    }
  }

  record ReportRequest(
      Optional<String> chatId,
      Optional<Long> sequence,
      Optional<String> userId,
      String reason,
      Optional<String> text) {}

  record ReportedView(String reportId) {}

  private final UserBlocks blocks;
  private final AbuseReports reports;
  private final Profiles profiles;
  private final MessengerLimits limits;

  public BlocksApi(
      UserBlocks blocks, AbuseReports reports, Profiles profiles, MessengerLimits limits) {
    this.blocks = blocks;
    this.reports = reports;
    this.profiles = profiles;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/blocks", guards.signedIn(limits.requests(this::list)))
        .post("/blocks/{user}", guards.once(limits.changes(this::block)))
        .delete("/blocks/{user}", guards.signedIn(limits.changes(this::unblock)))
        .post("/reports", guards.once(limits.reports(this::report)));
  }

  private Reply list(Call call) {
    var all = blocks.of(Guards.user(call));
    var names = profiles.find(all.stream().map(Block::blockedId).toList());
    var views =
        all.stream()
            .map(block -> BlockView.of(block, Optional.ofNullable(names.get(block.blockedId()))))
            .toList();
    return Reply.ok(ListBody.whole(views));
  }

  private Reply block(Call call) {
    blocks.block(Guards.user(call), MembersApi.member(call));
    return Reply.nothing();
  }

  private Reply unblock(Call call) {
    blocks.unblock(Guards.user(call), MembersApi.member(call));
    return Reply.nothing();
  }

  private Reply report(Call call) {
    var body = call.json(ReportRequest.class);
    return Reply.created(new DataBody<>(new ReportedView(add(Guards.user(call), body).value())));
  }

  private ReportId add(UserId reporter, ReportRequest body) {
    var reason = reason(body.reason());
    var text = body.text().orElse("");
    if (body.userId().isPresent() == body.chatId().isPresent()) {
      throw new Refusal.InvalidField("user_id", "Report a user or a message.");
    }
    if (body.userId().isPresent()) {
      var user = Guards.user(body.userId().get(), "user_id");
      return reports.user(reporter, user, reason, text);
    }
    ChatId chat = Guards.chat(body.chatId().orElseThrow());
    long sequence =
        body.sequence().orElseThrow(() -> new Refusal.InvalidField("sequence", "Required."));
    return reports.message(reporter, chat, sequence, reason, text);
  }

  private static Reason reason(String name) {
    return switch (name) {
      case "spam" -> Reason.spam;
      case "harassment" -> Reason.harassment;
      case "forbidden" -> Reason.forbidden;
      case "other" -> Reason.other;
      default ->
          throw new Refusal.InvalidField("reason", "Use spam, harassment, forbidden or other.");
    };
  }
}
