package dev.trestle.platform.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * The files of a page from a folder of the class path, at a route {@code /{file...}}: html, css,
 * js, svg, fonts. A browser asks each time whether it still has the right one.
 *
 * <p>A page's import map is its only inline script; it is allowed by its hash. An empty one, {@code
 * <script type="importmap"></script>}, is filled with that of the {@link Libraries}.
 */
public final class Pages implements Endpoint {
  private static final String EMPTY_MAP = "<script type=\"importmap\"></script>";

  private final ClassPathFolder files;
  private final Function<Asset, String> policy;

  private Pages(ClassPathFolder files, Function<Asset, String> policy) {
    this.files = files;
    this.policy = policy;
  }

  /** The files in the folder {@code name} beside a class. */
  public static Pages beside(Class<?> neighbour, String name) {
    var folder = neighbour.getPackageName().replace('.', '/') + "/" + name;
    return in(neighbour.getClassLoader(), folder);
  }

  /** The files in a folder such as {@code dev/trestle/console/page}. */
  public static Pages in(ClassLoader loader, String folder) {
    var files = new ClassPathFolder(loader, folder, Pages::asset);
    return new Pages(files, asset -> ContentSecurity.page(asset.inlineScripts()));
  }

  /** The same, with pages that others may frame: {@code *}, or their origins. */
  public Pages framedBy(String origins) {
    return new Pages(files, asset -> ContentSecurity.page(asset.inlineScripts(), origins));
  }

  /** The same, with pages that show images of other origins, too, such as the tiles of a map. */
  public Pages withImagesFrom(String origins) {
    return new Pages(files, asset -> ContentSecurity.withImages(asset.inlineScripts(), origins));
  }

  /** A router that serves these files. */
  public Router router() {
    return new Router().get("/{file...}", this);
  }

  @Override
  public Reply handle(Call call) {
    var name = call.pathParameter("file");
    if (name.isEmpty() && !call.path().endsWith("/")) {
      // Without the slash, relative links on the page would break.
      return new Reply(308, List.of(), new Reply.Nothing()).with("Location", call.path() + "/");
    }
    var whole = name.isEmpty() || name.endsWith("/") ? name + "index.html" : name;
    return files
        .find(whole)
        .map(asset -> reply(call, asset))
        .map(reply -> isServiceWorker(whole) ? withWorkerPolicy(reply) : reply)
        .orElseThrow(() -> ApiError.notFound("There is nothing here."));
  }

  /** A script built at start-up, revalidated like a file. */
  public static Endpoint script(String text) {
    var asset = Asset.of("text/javascript; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    return call -> asset.reply(call, "no-cache");
  }

  /** Serves one file for every path: for a page with many addresses. */
  public Endpoint always(String name) {
    return call ->
        files
            .find(name)
            .map(asset -> reply(call, asset))
            .orElseThrow(() -> new IllegalStateException("there is no " + name));
  }

  private Reply reply(Call call, Asset asset) {
    var reply = asset.reply(call, "no-cache");
    return asset.isPage() ? reply.with(ContentSecurity.HEADER, policy.apply(asset)) : reply;
  }

  private static boolean isServiceWorker(String file) {
    return file.equals("service-worker.js") || file.endsWith("/service-worker.js");
  }

  private static Reply withWorkerPolicy(Reply reply) {
    return reply.with(ContentSecurity.HEADER, ContentSecurity.SERVICE_WORKER);
  }

  private static Asset asset(String type, byte[] bytes) {
    if (!type.startsWith("text/html")) return Asset.of(type, bytes);
    var html = new String(bytes, StandardCharsets.UTF_8);
    return Asset.page(
        html.replace(
            EMPTY_MAP, "<script type=\"importmap\">" + Libraries.importMap() + "</script>"));
  }
}
