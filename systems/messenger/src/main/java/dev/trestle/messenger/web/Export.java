package dev.trestle.messenger.web;

import dev.trestle.http.Streamed;
import dev.trestle.messenger.Account;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.Sessions.Session;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users.User;
import dev.trestle.platform.web.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Everything that is kept of somebody, one JSON object a line. */
final class Export {
  private static final byte[] NEW_LINE = "\n".getBytes(StandardCharsets.US_ASCII);

  private final Account account;

  Export(Account account) {
    this.account = account;
  }

  Streamed.Body of(UserId user) {
    return sink ->
        account.export(
            user,
            new Account.Visitor() {
              @Override
              public void user(User found) {
                line("user", Views.Me.of(found));
              }

              @Override
              public void session(Session found) {
                line("session", Views.SessionView.of(found, found.sessionId()));
              }

              @Override
              public void chat(ChatList.Line found) {
                line("chat", Views.ChatView.of(found, Optional.empty()));
              }

              @Override
              public void state(DeliveryState found) {
                line("delivery_state", Views.StateView.of(found));
              }

              @Override
              public void message(Message found) {
                line("message", Views.MessageView.of(found));
              }

              private void line(String type, Object value) {
                sink.write(Json.write(Map.of("type", type, "data", value)));
                sink.write(NEW_LINE);
              }
            });
  }
}
