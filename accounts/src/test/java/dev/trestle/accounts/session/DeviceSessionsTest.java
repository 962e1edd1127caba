package dev.trestle.accounts.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

class DeviceSessionsTest {
  private final TestServer server = TestServer.open();
  private final SystemContext context = TestServer.context(server.trestle, failing(), server.clock);
  private final Store store = context.store(AccountsModel.MODEL);
  private final Revocations revocations =
      new Revocations(store, server.clock, Duration.ofHours(1), context.signals());
  private final DeviceSessions sessions =
      new DeviceSessions(
          store, new byte[32], new Random(1), revocations, context.ids(), server.clock);

  /** Whether users cannot be changed. */
  private boolean isOut;

  @AfterEach
  void close() {
    revocations.close();
    context.close();
    server.close();
  }

  private DynamoDbClient failing() {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (isOut && arguments[0] instanceof UpdateItemRequest update) {
                if (update.tableName().equals("users")) {
                  throw new IllegalStateException("the table is out of reach");
                }
              }
              try {
                return method.invoke(server.trestle.client(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  /** Once a month the refresh also notes that the account is used. */
  @Test
  void a_refresh_that_fails_can_be_repeated_with_the_same_token() {
    var login = sessions.signIn("+46701740605", "phone");
    server.clock.advance(Duration.ofDays(20));
    var token = sessions.refresh(login.refreshToken(), Optional.empty()).refreshToken();
    server.clock.advance(Duration.ofDays(20));
    isOut = true;
    assertThatThrownBy(() -> sessions.refresh(token, Optional.empty()))
        .isInstanceOf(IllegalStateException.class);
    isOut = false;
    assertThat(sessions.refresh(token, Optional.empty()).session().sessionId())
        .isEqualTo(login.session().sessionId());
  }
}
