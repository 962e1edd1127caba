package dev.trestle.platform.lease;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table {@code platform_checkpoints}: leases on shards, and how far each has come. */
public final class LeaseModel {
  private static final Alphabet NAME = Alphabet.of("a-zA-Z0-9#._-");

  /** What servers share, such as {@code q#mail}: all its leases and members are one partition. */
  static final Part<String> GROUP = Part.text("group", NAME, 160);

  static final Part<String> SHARD = Part.text("shard", NAME, 80);
  static final Part<String> MEMBER = Part.text("member", NAME, 64);

  /** The group of servers that share the jobs of a queue. */
  public static String queueGroup(String queue) {
    return "q#" + queue;
  }

  /** The group of servers that share the changes of a table. */
  public static String feedGroup(String consumer, Table table) {
    return "f#" + consumer + "#" + table.name();
  }

  /** The group of servers that share the due items of a schedule. */
  public static String dueGroup(String schedule) {
    return "d#" + schedule;
  }

  /** An item of a group's partition. */
  public sealed interface InGroup permits Lease, Member {}

  /**
   * A shard and its owner.
   *
   * @param counter grows with each write; if it stands still, the owner is dead
   * @param checkpoint how far the work has come, in the owner's format
   * @param parent the shard that must be done before this one begins
   * @param done whether the shard is finished for good
   */
  public record Lease(
      String group,
      String shard,
      Optional<String> owner,
      long counter,
      Optional<String> checkpoint,
      Optional<String> parent,
      boolean done)
      implements InGroup {}

  /** A server that works in the group; expires a day after its last heartbeat. */
  public record Member(String group, String member, long counter, Instant until)
      implements InGroup {}

  public record OfGroup(String group) {}

  public record OfShard(String group, String shard) {}

  public record OfMember(String group, String member) {}

  public record Taking(String group, String shard, long seen, long next, Optional<String> owner) {}

  public record Renewing(
      String group,
      String shard,
      long seen,
      long next,
      Optional<String> checkpoint,
      boolean done) {}

  public record Releasing(
      String group,
      String shard,
      long seen,
      long next,
      Optional<String> checkpoint,
      boolean done) {}

  public static final Table TABLE =
      Table.named("platform_checkpoints")
          .partition(string("pk"))
          .sort(string("sk"))
          .timeToLive("ttl")
          .backups(BackupPlan.daily(7))
          .protectedFromDeletion()
          .build();

  public static final Entity<Lease> LEASE =
      TABLE
          .entity(Lease.class, lookup())
          .partition(KeyTemplate.of("g#<group>", GROUP))
          .sort(KeyTemplate.of("s#<shard>", SHARD))
          .population(Population.of(200, 50))
          .example(
              new Lease(
                  "f#messenger-push#messages",
                  "shardId-00000001763280000000-0a1b2c3d",
                  Optional.of("node-1"),
                  86_400,
                  Optional.of("000000000000000012345"),
                  Optional.of("shardId-00000001763279000000-0a1b2c3d"),
                  false));

  public static final Entity<Member> MEMBER_OF =
      TABLE
          .entity(Member.class, lookup())
          .partition(KeyTemplate.of("g#<group>", GROUP))
          .sort(KeyTemplate.of("m#<member>", MEMBER))
          .expires(Member::until)
          .population(Population.of(20, 10).kept(Duration.ofDays(1)))
          .example(new Member("q#mail", "node-1", 86_400, Instant.parse("2026-11-17T12:00:00Z")));

  public static final Query<OfGroup, InGroup> ALL =
      ItemCollection.of(InGroup.class, List.of(LEASE, MEMBER_OF))
          .query("lease.all", "leases and members of a group", OfGroup.class)
          .consistent()
          .typically(8)
          .load(perSecond(10).hottestKey(0.2))
          .build();

  static final Put<Lease, Lease> ADD =
      LEASE.put("lease.add", "add a shard").ifAbsent().load(perSecond(0.01)).build();

  static final Update<Taking, Lease> TAKE =
      LEASE
          .update("lease.take", "take a free shard", Taking.class)
          .set(Lease::owner)
          .to(param(Taking::owner))
          .set(Lease::counter)
          .to(param(Taking::next))
          .when(field(Lease::counter).is(param(Taking::seen)))
          .load(perSecond(0.1))
          .build();

  /** One write renews the lease and stores the progress. */
  static final Update<Renewing, Lease> RENEW =
      LEASE
          .update("lease.renew", "renew a lease and store progress", Renewing.class)
          .set(Lease::counter)
          .to(param(Renewing::next))
          .set(Lease::checkpoint)
          .to(param(Renewing::checkpoint))
          .set(Lease::done)
          .to(param(Renewing::done))
          .when(field(Lease::counter).is(param(Renewing::seen)))
          .load(perSecond(20).hottestKey(0.2))
          .build();

  static final Update<Releasing, Lease> RELEASE =
      LEASE
          .update("lease.release", "release a lease and store progress", Releasing.class)
          .remove(Lease::owner)
          .set(Lease::counter)
          .to(param(Releasing::next))
          .set(Lease::checkpoint)
          .to(param(Releasing::checkpoint))
          .set(Lease::done)
          .to(param(Releasing::done))
          .when(field(Lease::counter).is(param(Releasing::seen)))
          .load(perSecond(0.1))
          .build();

  static final Delete<OfShard, Lease> FORGET =
      LEASE
          .delete("lease.forget", "remove a finished shard", OfShard.class)
          .when(field(Lease::done).is(true))
          .load(perSecond(0.01))
          .build();

  static final Put<Member, Member> BEAT =
      MEMBER_OF
          .put("lease.beat", "heartbeat of a member")
          .load(perSecond(10).hottestKey(0.2))
          .build();

  static final Delete<OfMember, Member> LEAVE =
      MEMBER_OF
          .delete("lease.leave", "remove a member that stops", OfMember.class)
          .load(perSecond(0.01))
          .build();

  public static final Model MODEL =
      Model.named("leases")
          .entities(LEASE, MEMBER_OF)
          .patterns(ALL, ADD, TAKE, RENEW, RELEASE, FORGET, BEAT, LEAVE)
          .accept(
              "recovery",
              "platform_checkpoints",
              "positions of an earlier time help nobody: a restored table has another stream, and"
                  + " where changes are undone, the stream goes on. Renewals would be most of what"
                  + " the logs of recovery have")
          .build();

  private LeaseModel() {}
}
