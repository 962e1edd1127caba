package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.messenger.trial.HistoryUsers;
import dev.trestle.messenger.trial.HistoryUsers.Login;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Users of Messenger who write, edit, react, read, leave and join. Their history must keep
 * Messenger's rules, and agree with the tables.
 */
final class HistoryWork implements TrialWork {
  private static final Duration RENEWED_EVERY = Duration.ofMinutes(30);

  /** Slow enough for the limit of messages that a user may send in an hour. */
  private static final int PAUSE_MILLIS_MIN = 1000;

  private static final int ACTIONS_MAX = 900;
  private static final int CHANGES_MAX = 400;

  private final HistoryUsers users;
  private final DynamoDbClient tables;
  private final Pace pace;
  private final SplittableRandom random;
  private long renewedAt = System.nanoTime();

  /**
   * Creates it, with users who have signed in.
   *
   * @param tables what is stored beneath the servers
   */
  HistoryWork(
      URI server,
      List<SignedInClient> people,
      DynamoDbClient tables,
      Pace pace,
      SplittableRandom random) {
    this.pace = pace;
    this.random = random;
    this.tables = tables;
    var logins = people.stream().map(HistoryWork::login).toList();
    long pauseMillis = Math.max(PAUSE_MILLIS_MIN, 2 * pace.length().toMillis() / ACTIONS_MAX);
    this.users = new HistoryUsers(server, logins, random.split(), Math.toIntExact(pauseMillis));
    users.start();
  }

  private static Login login(SignedInClient person) {
    return new Login(
        person.userId(),
        () ->
            Repeat.until(() -> {
              person.refresh(person.accessToken());
              return person.accessToken();
            }));
  }

  @Override
  public void step() throws Exception {
    pace.pause(random, 1000, CHANGES_MAX);
    users.comeOrGo();
    if (System.nanoTime() - renewedAt < RENEWED_EVERY.toNanos()) return;
    renewedAt = System.nanoTime();
    users.renew();
  }

  @Override
  public List<String> violations() {
    return users.violations(tables);
  }

  @Override
  public String summary() {
    return "history=" + users.acknowledged();
  }

  @Override
  public long messages() {
    return users.acknowledged();
  }

  @Override
  public void close() {
    users.close();
  }
}
