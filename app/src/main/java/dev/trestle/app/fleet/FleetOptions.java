package dev.trestle.app.fleet;

import dev.trestle.app.config.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * How a fleet on this machine runs.
 *
 * @param servers how many
 * @param port of the proxy; 0 picks a free one
 * @param folder for secrets, photos and logs
 * @param data where the tables are; in memory if empty
 * @param settings of every server, as environment variables
 * @param java options of the servers' virtual machines
 * @param program the class that is the server, with its arguments
 * @param links how servers reach the database and Redis
 * @param services what it starts beside Redis, unless the settings name another one or the
 *     libraries are not here
 * @param sms receives phone number and text of each SMS
 */
public record FleetOptions(
    int servers,
    int port,
    Path folder,
    Optional<Path> data,
    Map<String, String> settings,
    List<String> java,
    List<String> program,
    Links links,
    Set<Service> services,
    BiConsumer<String, String> sms) {

  /** The most servers that one machine is asked to run. */
  public static final int SERVERS_MAX = 9;

  /** What servers can do without. */
  public enum Service {
    KAFKA(Setting.KAFKA),
    SQS(Setting.SQS);

    private final Setting setting;

    Service(Setting setting) {
      this.setting = setting;
    }

    /** The environment variable that tells servers of it. */
    public String variable() {
      return setting.variable();
    }
  }

  /** The addresses under which a server reaches what it shares with others. */
  public interface Links {
    Links DIRECT =
        new Links() {
          @Override
          public URI database(int server, URI real) {
            return real;
          }

          @Override
          public URI redis(int server, URI real) {
            return real;
          }
        };

    URI database(int server, URI real);

    URI redis(int server, URI real);
  }

  public static FleetOptions in(Path folder, BiConsumer<String, String> sms) {
    return new FleetOptions(
        3,
        0,
        folder,
        Optional.empty(),
        Map.of(),
        List.of(),
        List.of("dev.trestle.app.Main", "serve"),
        Links.DIRECT,
        Set.of(Service.values()),
        sms);
  }

  public FleetOptions servers(int count) {
    return new FleetOptions(
        count, port, folder, data, settings, java, program, links, services, sms);
  }

  public FleetOptions port(int number) {
    return new FleetOptions(
        servers, number, folder, data, settings, java, program, links, services, sms);
  }

  public FleetOptions data(Path tables) {
    return new FleetOptions(
        servers, port, folder, Optional.of(tables), settings, java, program, links, services, sms);
  }

  public FleetOptions settings(Map<String, String> more) {
    return new FleetOptions(servers, port, folder, data, more, java, program, links, services, sms);
  }

  public FleetOptions java(String... options) {
    return new FleetOptions(
        servers, port, folder, data, settings, List.of(options), program, links, services, sms);
  }

  public FleetOptions program(String... command) {
    return new FleetOptions(
        servers, port, folder, data, settings, java, List.of(command), links, services, sms);
  }

  public FleetOptions links(Links other) {
    return new FleetOptions(
        servers, port, folder, data, settings, java, program, other, services, sms);
  }

  public FleetOptions services(Service... some) {
    return new FleetOptions(
        servers, port, folder, data, settings, java, program, links, Set.of(some), sms);
  }
}
