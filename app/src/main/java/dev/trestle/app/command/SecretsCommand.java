package dev.trestle.app.command;

import dev.trestle.accounts.Accounts;
import dev.trestle.app.config.Setting;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.UnsafeSecretException;
import dev.trestle.stak.Stak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "secrets",
    synopsisSubcommandLabel = "COMMAND",
    description = "Manage the secrets in the data folder.")
final class SecretsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private SecretsCommand() {}

  static CommandLine line(Environment environment) {
    return new CommandLine(new SecretsCommand()).addSubcommand(new Rotate(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  @Command(
      name = "rotate",
      description = {
        "Sign tokens with new keys. Servers that use this data folder follow within seconds,"
            + " without a restart.",
        "Tokens signed with the previous keys stay valid until they expire, within an hour."
      })
  static final class Rotate implements Callable<Integer> {
    private static final List<String> SIGNING_KEYS =
        List.of(Accounts.SIGNING_KEYS, Stak.SIGNING_KEYS);

    private final Environment environment;
    private final Flags flags = new Flags();

    @Option(
        names = "--leaked",
        description =
            "Drop the previous keys at once. Pages and apps renew their tokens by themselves.")
    private boolean leaked;

    @Spec private CommandSpec spec = CommandSpec.create();

    Rotate(Environment environment) {
      this.environment = environment;
    }

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
    void data(String folder) {
      flags.set(Setting.DATA, folder, "--data");
    }

    @Option(
        names = "--secrets",
        paramLabel = "DIR",
        description = "The folder of secrets, if several servers share one.")
    void secrets(String folder) {
      flags.set(Setting.SECRETS, folder, "--secrets");
    }

    @Override
    public Integer call() {
      var folder = environment.configuration(flags).secrets();
      try {
        if (rotated(folder)) return ExitCode.SUCCESS;
      } catch (UnsafeSecretException e) {
        spec.commandLine().getErr().println("trestle secrets: " + e.getMessage());
        return ExitCode.PROBLEMS;
      }
      spec.commandLine()
          .getErr()
          .printf(
              "trestle secrets: there are no signing keys in %s."
                  + " The first start of a server creates them.%n",
              folder);
      return ExitCode.MISSING;
    }

    private boolean rotated(Path folder) {
      if (Files.notExists(folder)) return false;
      var secrets = new SecretFolder(folder, new SecureRandom());
      boolean any = false;
      for (var name : SIGNING_KEYS) {
        var keys = SigningKeys.existing(secrets, name);
        keys.ifPresent(found -> rotate(name, found));
        any |= keys.isPresent();
      }
      return any;
    }

    private void rotate(String name, SigningKeys keys) {
      var out = spec.commandLine().getOut();
      if (leaked) {
        keys.replace();
        out.printf("%s: replaced. Tokens signed with the previous keys are refused.%n", name);
      } else {
        keys.rotate(Clock.systemUTC().instant());
        out.printf(
            "%s: a new key signs in %d seconds. Tokens signed with the previous one stay valid"
                + " until they expire.%n",
            name, SigningKeys.LEAD.toSeconds());
      }
    }
  }
}
