package dev.trestle.platform.heartbeat;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The table {@code platform_servers}: one small partition, which all servers read. */
public final class HeartbeatModel {
  private static final Part<String> SERVER = Part.text("server", Alphabet.of("a-zA-Z0-9_"), 64);
  private static final Instant EXAMPLE = Instant.parse("2026-11-16T12:00:00Z");

  public static final Table TABLE =
      Table.named("platform_servers")
          .partition(string("scope"))
          .sort(string("server"))
          .ephemeral("ttl")
          .alarms(Alarms.STANDARD)
          .build();

  static final Entity<Heartbeat> HEARTBEAT =
      TABLE
          .entity(Heartbeat.class, lookup())
          .partition(KeyTemplate.of("servers"))
          .sort(SERVER)
          .snakeCase()
          .byDefault(Heartbeat::unsent)
          .is(0L)
          .byDefault(Heartbeat::signingKeys)
          .is(List.of())
          .expires(Heartbeat::ttl)
          .population(Population.of(10, 10).kept(Duration.ofDays(1)))
          .example(
              new Heartbeat(
                  "srv_01KA6ZQ8ZJ5V4X8W3N2M1K0J9H",
                  "app-1",
                  "1.0.0",
                  "3f2a9c0d",
                  EXAMPLE,
                  EXAMPLE,
                  1,
                  250,
                  0,
                  List.of("k5Zk0x7cV6Zb2h1kq3mYvGv4nH0m8b3cN0aWj5d1XyE"),
                  EXAMPLE.plus(Duration.ofDays(1))));

  /** All heartbeats have one partition, so nothing is asked for. */
  public record All() {}

  public record OfServer(String server) {}

  static final Put<Heartbeat, Heartbeat> SAVE =
      HEARTBEAT.put("servers.beat", "a server's heartbeat").load(perSecond(1.5)).build();

  static final Query<All, Heartbeat> LIST =
      HEARTBEAT
          .query("servers.list", "the servers' heartbeats", All.class)
          .consistent()
          .page(100)
          .typically(3)
          .load(perSecond(1.5))
          .build();

  static final Delete<OfServer, Heartbeat> REMOVE =
      HEARTBEAT
          .delete("servers.remove", "a server ends", OfServer.class)
          .load(perSecond(0.01))
          .build();

  public static final Model MODEL =
      Model.named("servers").entities(HEARTBEAT).patterns(SAVE, LIST, REMOVE).build();

  private HeartbeatModel() {}
}
