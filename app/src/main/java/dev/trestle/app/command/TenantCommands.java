package dev.trestle.app.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.config.Setting;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stak tenant …}: calls the server that runs with the same settings. */
@Command(name = "tenant", synopsisSubcommandLabel = "COMMAND", description = "Manage tenants.")
final class TenantCommands implements Runnable {
  private static final String TENANTS = "/operator/stak/tenants";

  @Spec private CommandSpec spec = CommandSpec.create();

  private TenantCommands() {}

  static CommandLine line(Environment environment) {
    return new CommandLine(new TenantCommands())
        .addSubcommand(new CreateTenant(environment))
        .addSubcommand(new ListTenants(environment))
        .addSubcommand(new SuspendTenant(environment))
        .addSubcommand(new ResumeTenant(environment))
        .addSubcommand(new DeleteTenant(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  /** A call to the server as its operator. */
  abstract static class OperatorCall implements Callable<Integer> {
    private final Environment environment;

    @Mixin private final Flags flags = new Flags();

    @Spec private CommandSpec spec = CommandSpec.create();

    OperatorCall(Environment environment) {
      this.environment = environment;
    }

    @Option(names = "--port", paramLabel = "PORT", description = "The server's port (8080).")
    void port(String port) {
      flags.set(Setting.PORT, port, "--port");
    }

    abstract void run(OperatorClient operator, PrintWriter out);

    @Override
    public Integer call() {
      var line = spec.commandLine();
      try (var operator = OperatorClient.of(flags.configuration(environment))) {
        run(operator, line.getOut());
        return ExitCode.SUCCESS;
      } catch (OperatorClient.Unreachable e) {
        line.getErr().println("trestle stak: " + e.getMessage());
        return ExitCode.MISSING;
      } catch (OperatorClient.Refused e) {
        line.getErr().println("trestle stak: " + e.getMessage());
        return ExitCode.PROBLEMS;
      }
    }
  }

  /** A call about one tenant. */
  abstract static class TenantCall extends OperatorCall {
    @Parameters(
        paramLabel = "NAME",
        description = "Letters, digits, dots, hyphens and underscores.")
    String name = "";

    TenantCall(Environment environment) {
      super(environment);
    }

    final String path() {
      return TENANTS + "/" + OperatorClient.encoded(name);
    }
  }

  private static void print(JsonNode tenant, PrintWriter out) {
    out.println(tenant.path("tenant").asText() + ": " + tenant.path("state").asText());
  }

  @Command(
      name = "create",
      description = {
        "Create a tenant and print its keys. They are shown only once; the server stores hashes.",
        "Calls the server that runs with the same settings."
      })
  static final class CreateTenant extends TenantCall {
    CreateTenant(Environment environment) {
      super(environment);
    }

    @Override
    void run(OperatorClient operator, PrintWriter out) {
      var tenant = operator.post(TENANTS, Map.of("name", name));
      out.println("tenant: " + tenant.path("tenant").asText());
      out.println("stak admin key: " + tenant.path("admin_key").asText());
      out.println("stak user key: " + tenant.path("user_key").asText());
    }
  }

  @Command(name = "list", description = "List tenants, their states and since when they have them.")
  static final class ListTenants extends OperatorCall {
    ListTenants(Environment environment) {
      super(environment);
    }

    @Override
    void run(OperatorClient operator, PrintWriter out) {
      for (var tenant : operator.get(TENANTS).path("tenants")) {
        out.printf(
            "%-32s %-10s %s%n",
            tenant.path("tenant").asText(),
            tenant.path("state").asText(),
            Instant.ofEpochSecond(tenant.path("state_since").asLong()));
      }
    }
  }

  @Command(
      name = "suspend",
      description = "Refuse a tenant's keys and pause its deliveries, until it is resumed.")
  static final class SuspendTenant extends TenantCall {
    SuspendTenant(Environment environment) {
      super(environment);
    }

    @Override
    void run(OperatorClient operator, PrintWriter out) {
      print(operator.post(path() + "/suspend", Map.of()), out);
    }
  }

  @Command(name = "resume", description = "Resume a suspended tenant.")
  static final class ResumeTenant extends TenantCall {
    ResumeTenant(Environment environment) {
      super(environment);
    }

    @Override
    void run(OperatorClient operator, PrintWriter out) {
      print(operator.post(path() + "/resume", Map.of()), out);
    }
  }

  @Command(
      name = "delete",
      description = {
        "Delete a tenant with all its inboxes, users and messages.",
        "The server deletes in the background; 'list' shows the tenant until it is gone."
      })
  static final class DeleteTenant extends TenantCall {
    @Option(
        names = "--confirm",
        required = true,
        paramLabel = "NAME",
        description = "The tenant's name again. A deleted tenant cannot be brought back.")
    private String confirm = "";

    DeleteTenant(Environment environment) {
      super(environment);
    }

    @Override
    void run(OperatorClient operator, PrintWriter out) {
      print(operator.delete(path() + "?confirm=" + OperatorClient.encoded(confirm)), out);
    }
  }
}
