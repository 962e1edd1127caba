package dev.trestle.messenger;

import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.fixture.ApiDocument;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messenger and accounts on an engine in memory, and users who call them over HTTP. */
public final class MessengerFixture implements AutoCloseable {
  public static final ApiDocument DOCUMENT = ApiDocument.beside(Messenger.class);

  public final TestServer server;
  public final Messenger messenger;

  private MessengerFixture(AccountsOptions accounts, MessengerOptions options) {
    server =
        TestServer.open(
            accounts,
            (context, opened) -> List.of(Messenger.open(context, opened, options)),
            DOCUMENT);
    messenger = server.system(Messenger.class);
  }

  /** Without rate limits. */
  public static MessengerFixture open() {
    return new MessengerFixture(TestServer.unlimited(), MessengerOptions.unlimited());
  }

  /** With the rate limits of a real server. */
  public static MessengerFixture withLimits() {
    return new MessengerFixture(AccountsOptions.local(), MessengerOptions.standard());
  }

  public static MessengerFixture with(MessengerOptions options) {
    return new MessengerFixture(TestServer.unlimited(), options);
  }

  public URI endpoint() {
    return server.endpoint();
  }

  /** Waits until the heads of all chats are published. */
  public void awaitPublished() {
    Await.until(messenger.logs()::isPublished, Duration.ofSeconds(30));
  }

  @Override
  public void close() {
    server.close();
  }

  /** A new user. */
  public ChatUser user() {
    return signIn(server.freshNumber(), "phone");
  }

  public ChatUser signIn(String number, String device) {
    var response = server.verify(number, device, server.code(number));
    if (response.status() / 100 != 2) throw new AssertionError("sign-in: " + response.body());
    return new ChatUser(server, number, device, response.data());
  }

  /** A call without a token. */
  public TestResponse anyone(String method, String path, @Nullable Object body) {
    return server.anyone(method, path, body);
  }

  public TestResponse call(String method, String path, String token) {
    return server.call(method, path, null, token, Map.of());
  }

  /** All items of a table, as text. */
  public String items(String table) {
    return server.items(table);
  }
}
