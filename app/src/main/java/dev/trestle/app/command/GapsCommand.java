package dev.trestle.app.command;

import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.Setting;
import dev.trestle.app.region.GapSearch;
import dev.trestle.app.server.TableAccess;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.design.ReportText;
import dev.trestle.engine.StorageException;
import dev.trestle.messenger.message.LogGaps;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "gaps",
    description = {
      "Find chats of Messenger whose logs have missing entries, as after the loss of a region.",
      "Readers stop before a missing entry. With --repair, a deleted message takes its place.",
      "No server may run on these tables meanwhile. It reads whole tables, for which DynamoDB"
          + " charges."
    },
    footer = {"", "Exits with 1 if gaps are left."})
final class GapsCommand implements Callable<Integer> {
  private final Environment environment;
  private final Flags flags = new Flags();

  @Option(names = "--repair", description = "Fill the gaps.")
  private boolean repair;

  @Spec private CommandSpec spec = CommandSpec.create();

  GapsCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
  void data(String folder) {
    flags.set(Setting.DATA, folder, "--data");
  }

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "The DynamoDB endpoint that has the tables (the data folder).")
  void endpoint(String url) {
    flags.set(Setting.ENDPOINT, url, "--endpoint");
  }

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Prefix of every table name.")
  void prefix(String text) {
    flags.set(Setting.TABLE_PREFIX, text, "--prefix");
  }

  @Override
  public Integer call() {
    var line = spec.commandLine();
    var configuration = flags.configuration(environment);
    var data = environment.folder().resolve(configuration.data());
    if (configuration.endpoint().isEmpty() && !OpenFolder.hasData(data)) {
      line.getErr().println("trestle gaps: there is no data in " + data + ".");
      return ExitCode.MISSING;
    }
    try {
      long left = TableAccess.use(configuration, data, client -> run(configuration, client));
      return left == 0 ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
    } catch (StorageException | SdkException e) {
      line.getErr().println("trestle gaps: " + e.getMessage());
      return ExitCode.MISSING;
    }
  }

  /** Returns how many numbers are missing in the end. */
  private long run(Configuration configuration, DynamoDbClient client) {
    var out = spec.commandLine().getOut();
    var prefix = configuration.tablePrefix();
    var options = StoreOptions.standard().tablePrefix(prefix);
    var store = Store.of(MessengerModel.MODEL, client, options);
    var gaps = new GapSearch(client, prefix, store).run();
    var fill = new LogGaps(store, new Ids(options.clock(), options.random()), options.clock());
    long missing = 0;
    long filled = 0;
    for (var gap : gaps) {
      out.println("%s: %d to %d".formatted(gap.chatId().value(), gap.first(), gap.last()));
      missing += gap.size();
      if (repair) filled += fill.fill(gap);
    }
    out.println(
        "%s with %s missing, %d filled"
            .formatted(
                ReportText.count(gaps.size(), "gap"),
                ReportText.count((double) missing, "entry"),
                filled));
    return missing - filled;
  }
}
