package dev.trestle.app.demo;

import dev.trestle.messenger.client.Account;
import dev.trestle.messenger.client.Listener;
import dev.trestle.messenger.client.LiveClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * People who chat: a house with its neighbours, a choir and a few friends. They log in by the codes
 * that a server on this machine shows, and stay connected as anybody would.
 */
public final class Neighbours implements AutoCloseable {
  /** Numbers that Sweden keeps for films and books. */
  private static final List<Person> PEOPLE =
      List.of(
          new Person("Alma", "+46701740605"),
          new Person("Bo", "+46701740606"),
          new Person("Clara", "+46701740607"),
          new Person("David", "+46701740608"),
          new Person("Elin", "+46701740609"),
          new Person("Farid", "+46701740610"),
          new Person("Greta", "+46701740611"),
          new Person("Hugo", "+46701740612"));

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Somebody of the demo; you may log in as them. */
  public record Person(String name, String phoneNumber) {}

  private record Member(Person person, Account account, LiveClient live, List<String> chats) {}

  private final List<Member> members = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final SplittableRandom random;

  private Neighbours(SplittableRandom random) {
    this.random = random;
  }

  /** The one to log in as first. */
  public static Person first() {
    return PEOPLE.getFirst();
  }

  /** Has them log in, meet, and say the first things. */
  public static Neighbours moveIn(URI site, long seed) throws Exception {
    var neighbours = new Neighbours(new SplittableRandom(seed));
    try {
      for (var person : PEOPLE) neighbours.logIn(person, site);
      neighbours.meet();
      return neighbours;
    } catch (Exception e) {
      neighbours.close();
      throw e;
    }
  }

  private void logIn(Person person, URI site) {
    var account =
        Account.logIn(
            http, site, person.phoneNumber, "demo-" + person.name, shownCode -> shownCode);
    account.patch("/users/me", Map.of("display_name", person.name));
    Listener silent = (_, _, _) -> {};
    var live = new LiveClient(account, random.split(), silent).start();
    members.add(new Member(person, account, live, new ArrayList<>()));
  }

  private void meet() throws Exception {
    group("Stairs 4B", members);
    group("Thursday choir", members.subList(0, 5));
    group("Summer house", members.subList(3, 8));
    for (int other = 1; other < 5; other++) {
      var chat = members.getFirst().account.direct(id(other));
      members.getFirst().chats.add(chat);
      members.get(other).chats.add(chat);
    }
    for (var script : Talk.OPENING) {
      var member = members.get(script.speaker());
      say(member, member.chats.get(script.chat() % member.chats.size()), script.text());
    }
  }

  private void group(String name, List<Member> of) {
    var ids = of.stream().skip(1).map(member -> member.account.userId()).toList();
    var chat = of.getFirst().account.group(name, ids);
    for (var member : of) member.chats.add(chat);
  }

  private String id(int member) {
    return members.get(member).account.userId();
  }

  /** Adds what they go on doing. */
  public void join(Crowd crowd) {
    crowd.does(6, this::say).does(2, this::type).does(3, this::read);
  }

  private void say(RandomGenerator chance) throws Exception {
    var member = any(chance);
    say(member, one(member.chats, chance), one(Talk.LINES, chance));
  }

  private void say(Member member, String chat, String text) throws Exception {
    member
        .live
        .send(chat, UUID.randomUUID().toString(), text)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void type(RandomGenerator chance) {
    var member = any(chance);
    member.live.typing(one(member.chats, chance), true);
  }

  private void read(RandomGenerator chance) {
    // The first is left to the person at the screen, who wants to see what is unread.
    var member = members.get(1 + chance.nextInt(members.size() - 1));
    var chat = one(member.chats, chance);
    long last = member.live.last(chat);
    if (last > 0) member.live.read(chat, last);
  }

  private Member any(RandomGenerator chance) {
    return one(members, chance);
  }

  private static <T> T one(List<T> list, RandomGenerator chance) {
    return list.get(chance.nextInt(list.size()));
  }

  @Override
  public void close() {
    for (var member : members) member.live.close();
    http.shutdownNow();
  }
}
