package dev.trestle.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import java.io.PrintWriter;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * People who chat: neighbours, a choir and a few friends. They sign in with the codes that a local
 * server shows, and stay connected. They answer the {@linkplain DemoVisitor visitor}, whom nobody
 * simulates.
 */
public final class MessengerDemo implements SystemDemo {
  private static final System.Logger LOG = System.getLogger(MessengerDemo.class.getName());

  /** Numbers that Sweden reserves for films and books. */
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

  private static final Duration SEND_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration THINKING = Duration.ofMillis(700);
  private static final Duration TYPING = Duration.ofMillis(1500);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
  private static final int FRIENDS = 3;
  private static final long SEED = 4;

  /** A simulated person. */
  private record Person(String name, String phoneNumber) {}

  private record Member(
      Person person, SignedInClient client, LiveClient live, List<String> chats) {}

  private final Accounts accounts;
  private final List<Member> members = new ArrayList<>();

  /** Who may answer the visitor in a chat. */
  private final Map<String, List<Member>> company = new ConcurrentHashMap<>();

  private final ExecutorService answers = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http = HttpClient.newHttpClient();
  private final SplittableRandom random = new SplittableRandom(SEED);

  public MessengerDemo(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public void announce(PrintWriter out) {
    out.printf("messenger: continue as %s on its page%n", DemoVisitor.ROBIN.displayName());
  }

  @Override
  public void populate(URI site, Simulation simulation) throws Exception {
    for (var person : PEOPLE) signIn(person, site);
    createChats(visitor());
    simulation.add(6, this::write).add(2, this::type).add(3, this::read);
  }

  private String visitor() {
    var robin = DemoVisitor.ROBIN;
    return accounts.addUser(robin.phoneNumber(), robin.displayName()).value();
  }

  private void signIn(Person person, URI site) {
    var client =
        SignedInClient.signIn(
            http, site, person.phoneNumber, "demo-" + person.name, shownCode -> shownCode);
    client.patch("/users/me", Map.of("display_name", person.name));
    int place = members.size();
    LiveListener listener = (chat, sequence, entry) -> heard(place, chat, sequence, entry);
    var live = new LiveClient(client, random.split(), listener).start();
    members.add(new Member(person, client, live, new ArrayList<>()));
  }

  /** The visitor's message in a chat: one of the others reads it and answers. */
  private void heard(int place, String chat, long sequence, JsonNode entry) {
    var others = company.get(chat);
    if (others == null || !entry.path("kind").asText().equals("text")) return;
    var sender = entry.path("sender_id").asText();
    if (others.stream().anyMatch(other -> other.client.userId().equals(sender))) return;
    var member = others.get((int) (sequence % others.size()));
    if (!member.equals(members.get(place))) return;
    answers.execute(() -> answer(member, chat, sequence));
  }

  private void answer(Member member, String chat, long sequence) {
    try {
      Thread.sleep(THINKING);
      member.live.read(chat, sequence);
      member.live.typing(chat, true);
      Thread.sleep(TYPING);
      send(member, chat, ChatTexts.ANSWERS.get((int) (sequence % ChatTexts.ANSWERS.size())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.log(Level.DEBUG, "an answer was not sent", e);
    }
  }

  private void createChats(String visitor) throws Exception {
    for (int friend = 0; friend < FRIENDS; friend++) greet(members.get(friend), visitor, friend);
    group("Stairs 4B", members, List.of(visitor));
    group("Thursday choir", members.subList(0, 5), List.of(visitor));
    group("Summer house", members.subList(3, 8), List.of());
    for (int other = 1; other < 5; other++) {
      var chat =
          ChatCalls.openDirect(members.getFirst().client, members.get(other).client.userId());
      members.getFirst().chats.add(chat);
      members.get(other).chats.add(chat);
    }
    for (var line : ChatTexts.OPENING) {
      var member = members.get(line.sender());
      send(member, member.chats.get(line.chat() % member.chats.size()), line.text());
    }
    var elin = members.get(4);
    ChatCalls.sendFile(
        elin.client,
        elin.chats.getFirst(),
        UUID.randomUUID().toString(),
        "lamp.jpg",
        ItemDrawing.jpeg(ItemShape.LAMP, SEED),
        ChatTexts.CAPTION);
  }

  /** A chat with the visitor, in which only they and the friend write. */
  private void greet(Member friend, String visitor, int greeting) throws Exception {
    var chat = ChatCalls.openDirect(friend.client, visitor);
    company.put(chat, List.of(friend));
    send(friend, chat, ChatTexts.GREETINGS.get(greeting));
  }

  private void group(String name, List<Member> of, List<String> visitors) {
    var ids = new ArrayList<>(visitors);
    of.stream().skip(1).forEach(member -> ids.add(member.client.userId()));
    var chat = ChatCalls.createGroup(of.getFirst().client, name, ids);
    if (!visitors.isEmpty()) company.put(chat, List.copyOf(of));
    for (var member : of) member.chats.add(chat);
  }

  private void write(RandomGenerator chance) throws Exception {
    var member = any(members, chance);
    send(member, any(member.chats, chance), any(ChatTexts.LINES, chance));
  }

  private void send(Member member, String chat, String text) throws Exception {
    member
        .live
        .send(chat, UUID.randomUUID().toString(), text)
        .get(SEND_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private void type(RandomGenerator chance) {
    var member = any(members, chance);
    member.live.typing(any(member.chats, chance), true);
  }

  private void read(RandomGenerator chance) {
    var member = any(members, chance);
    var chat = any(member.chats, chance);
    long last = member.live.last(chat);
    if (last > 0) member.live.read(chat, last);
  }

  private static <T> T any(List<T> list, RandomGenerator chance) {
    return list.get(chance.nextInt(list.size()));
  }

  @Override
  public void close() {
    answers.shutdownNow();
    try {
      var _ = answers.awaitTermination(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (var member : members) member.live.close();
    http.shutdownNow();
  }
}
