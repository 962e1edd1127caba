package dev.trestle.toolshed;

import dev.trestle.app.demo.Simulation;
import dev.trestle.app.demo.SystemDemo;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.random.RandomGenerator;

/** Neighbours who borrow tools. */
final class ToolshedDemo implements SystemDemo {
  static final String SHED = "elm-street";
  private static final List<String> TOOLS = List.of("saw", "drill", "ladder");
  private static final List<String> MEMBERS = List.of("ann", "bo", "clara");

  private final HttpClient http = HttpClient.newHttpClient();

  @Override
  public void announce(PrintWriter out) {
    out.println("toolshed: see the shed " + SHED);
  }

  @Override
  public void populate(URI site, Simulation simulation) throws Exception {
    borrow(site, TOOLS.getFirst(), MEMBERS.getFirst());
    simulation.add(1, random -> borrow(site, any(TOOLS, random), any(MEMBERS, random)));
  }

  private void borrow(URI site, String tool, String member)
      throws IOException, InterruptedException {
    var body = "{\"tool\":\"%s\",\"member\":\"%s\"}".formatted(tool, member);
    var request =
        HttpRequest.newBuilder(site.resolve("/toolshed/v1/sheds/" + SHED + "/loans"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    http.send(request, BodyHandlers.discarding());
  }

  private static String any(List<String> list, RandomGenerator random) {
    return list.get(random.nextInt(list.size()));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
