package dev.trestle.app;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "stak",
    synopsisSubcommandLabel = "COMMAND",
    description = "Look after Stak on the server that runs here.")
final class StakCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private StakCommand() {}

  static CommandLine line(World world) {
    var tenant = new CommandLine(new TenantCommand());
    tenant.addSubcommand(new CreateTenant(world));
    return new CommandLine(new StakCommand()).addSubcommand(tenant);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  @Command(
      name = "tenant",
      synopsisSubcommandLabel = "COMMAND",
      description = "Those whose users have inboxes.")
  static final class TenantCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "which command?");
    }
  }

  @Command(
      name = "create",
      description = {
        "Make a tenant and print its keys. They are shown this once: only their hashes are kept.",
        "Asks the server that runs with the same settings."
      })
  static final class CreateTenant implements Callable<Integer> {
    private final World world;

    @Mixin private final Flags flags = new Flags();

    @Parameters(paramLabel = "NAME", description = "Letters, digits, dots, dashes, underscores.")
    private String name = "";

    @Spec private CommandSpec spec = CommandSpec.create();

    CreateTenant(World world) {
      this.world = world;
    }

    @Option(names = "--port", paramLabel = "PORT", description = "The server's port (8080).")
    void port(String port) {
      flags.give(Setting.PORT, port, "--port");
    }

    @Override
    public Integer call() {
      var line = spec.commandLine();
      try (var operator = OperatorClient.of(world.configuration(flags))) {
        var tenant = operator.post("/operator/stak/tenants", new ServedStak.Naming(name));
        line.getOut().println("tenant: " + tenant.path("tenant").asText());
        line.getOut().println("stak admin key: " + tenant.path("admin_key").asText());
        line.getOut().println("stak user key: " + tenant.path("user_key").asText());
        return ExitCode.FINE;
      } catch (OperatorClient.Unreachable e) {
        line.getErr().println("trestle stak: " + e.getMessage());
        return ExitCode.MISSING;
      } catch (OperatorClient.Refused e) {
        line.getErr().println("trestle stak: " + e.getMessage());
        return ExitCode.FOUND_FAULTS;
      }
    }
  }
}
