package dev.trestle.app.command;

import dev.trestle.accounts.Accounts;
import dev.trestle.app.config.Setting;
import dev.trestle.app.server.OperatorAccess;
import dev.trestle.app.server.ServerSecrets;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.UnsafeSecretException;
import dev.trestle.stak.Stak;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

@Command(
    name = "secrets",
    synopsisSubcommandLabel = "COMMAND",
    description = "Manage the secrets of servers.")
final class SecretsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private SecretsCommand() {}

  static CommandLine line(Environment environment) {
    return new CommandLine(new SecretsCommand())
        .addSubcommand(new Rotate(environment))
        .addSubcommand(new Password(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  /** The flags that say where the secrets are. */
  static final class Place {
    private final Flags flags = new Flags();

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
    void data(String folder) {
      flags.set(Setting.DATA, folder, "--data");
    }

    @Option(
        names = "--secrets",
        paramLabel = "DIR|table",
        description = "The folder of secrets, or 'table', if several servers share them.")
    void secrets(String place) {
      flags.set(Setting.SECRETS, place, "--secrets");
    }

    @Option(
        names = "--endpoint",
        paramLabel = "URL",
        description = "The DynamoDB endpoint that has the table of secrets.")
    void endpoint(String url) {
      flags.set(Setting.ENDPOINT, url, "--endpoint");
    }

    @Option(names = "--prefix", paramLabel = "TEXT", description = "Prefix of every table name.")
    void prefix(String text) {
      flags.set(Setting.TABLE_PREFIX, text, "--prefix");
    }

    /** Runs a command, which returns what it prints, or empty if there are no secrets yet. */
    int use(
        Environment environment, CommandLine line, Function<Secrets, Optional<String>> command) {
      var configuration = flags.configuration(environment);
      var place = configuration.secrets().shown();
      try {
        var text = ServerSecrets.use(configuration, command);
        if (text.isPresent()) {
          line.getOut().println(text.get());
          return ExitCode.SUCCESS;
        }
      } catch (UnsafeSecretException e) {
        line.getErr().println("trestle secrets: " + e.getMessage());
        return ExitCode.PROBLEMS;
      } catch (SdkException e) {
        line.getErr().println("trestle secrets: " + place + " cannot be read: " + e.getMessage());
        return ExitCode.MISSING;
      }
      line.getErr()
          .printf(
              "trestle secrets: there are no secrets in %s."
                  + " The first start of a server creates them.%n",
              place);
      return ExitCode.MISSING;
    }
  }

  @Command(
      name = "password",
      description = {
        "Print the operator's password, which the console asks for.",
        "The key for secrets in a table is read from TRESTLE_SECRETS_KEY."
      })
  static final class Password implements Callable<Integer> {
    private final Environment environment;

    @Mixin private final Place place = new Place();

    @Spec private CommandSpec spec = CommandSpec.create();

    Password(Environment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return place.use(environment, spec.commandLine(), OperatorAccess::password);
    }
  }

  @Command(
      name = "rotate",
      description = {
        "Sign tokens with new keys. Servers with these secrets follow within seconds, without a"
            + " restart.",
        "Tokens signed with the previous keys stay valid until they expire, within an hour.",
        "The key for secrets in a table is read from TRESTLE_SECRETS_KEY."
      })
  static final class Rotate implements Callable<Integer> {
    private static final List<String> SIGNING_KEYS =
        List.of(Accounts.SIGNING_KEYS, Stak.SIGNING_KEYS);

    private final Environment environment;

    @Mixin private final Place place = new Place();

    @Option(
        names = "--leaked",
        description =
            "Drop the previous keys at once. Pages and apps renew their tokens by themselves.")
    private boolean leaked;

    @Spec private CommandSpec spec = CommandSpec.create();

    Rotate(Environment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return place.use(environment, spec.commandLine(), this::rotate);
    }

    private Optional<String> rotate(Secrets secrets) {
      var lines = new ArrayList<String>();
      for (var name : SIGNING_KEYS) {
        SigningKeys.existing(secrets, name).ifPresent(keys -> lines.add(rotate(name, keys)));
      }
      return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    private String rotate(String name, SigningKeys keys) {
      if (leaked) {
        keys.replace();
        return name + ": replaced. Tokens signed with the previous keys are refused.";
      }
      keys.rotate(Clock.systemUTC().instant());
      return "%s: a new key signs in %d seconds. Tokens signed with the previous one stay valid"
              .formatted(name, SigningKeys.LEAD.toSeconds())
          + " until they expire.";
    }
  }
}
