package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  private static final Pages PAGES = Pages.beside(PagesTest.class, "sample");
  private static final Served SITE =
      new Served(site ->
          site.at("/sample", PAGES.router(), ErrorShape.PLAIN)
              .at("/framed", PAGES.framedBy("*").router(), ErrorShape.PLAIN)
              .at("/lib", new Libraries().router(), ErrorShape.PLAIN));

  @AfterAll
  static void close() {
    SITE.close();
  }

  private static String csp(String target) {
    return SITE.get(target).header("content-security-policy");
  }

  private static String hash(String script) throws Exception {
    var hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
  }

  @Test
  void a_page_allows_its_own_import_map_and_no_other_inline_script() throws Exception {
    assertThat(csp("/sample/own.html"))
        .isEqualTo(
            "default-src 'none'; script-src 'self' "
                + hash("{\"imports\":{\"a\":\"/a.js\"}}")
                + "; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self';"
                + " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors"
                + " 'none'");
  }

  @Test
  void an_empty_import_map_is_filled_and_what_it_names_is_there() throws Exception {
    var page = SITE.get("/sample/").text();
    var map = Pattern.compile("importmap\">(.*?)</script>").matcher(page);
    assertThat(map.find()).isTrue();
    assertThat(csp("/sample/")).contains(hash(map.group(1)));
    var files = Pattern.compile("\"(/lib/[^\"]+\\.js)\"").matcher(map.group(1)).results().toList();
    assertThat(files).hasSize(4);
    for (var file : files) {
      var answer = SITE.get(file.group(1));
      assertThat(answer.status()).as(file.group(1)).isEqualTo(200);
      assertThat(answer.header("content-type")).startsWith("text/javascript");
      assertThat(answer.header("cache-control")).contains("immutable");
    }
  }

  @Test
  void a_library_without_its_version_is_asked_for_each_time() {
    for (var file : Set.of("/lib/lit/index.js", "/lib/@lit/reactive-element/reactive-element.js")) {
      assertThat(SITE.get(file).status()).isEqualTo(200);
      assertThat(SITE.get(file).header("cache-control")).isEqualTo("no-cache");
    }
    assertThat(SITE.get("/lib/lit/1.0.0/index.js").status()).isEqualTo(404);
    assertThat(SITE.get("/lib/other/index.js").status()).isEqualTo(404);
  }

  @Test
  void a_file_that_the_browser_has_is_not_sent_again() {
    var first = SITE.get("/sample/sample.css");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("cache-control")).isEqualTo("no-cache");
    var tag = first.header("etag");
    var again = SITE.get("/sample/sample.css", "If-None-Match: \"other\", W/" + tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.header("etag")).isEqualTo(tag);
    assertThat(SITE.get("/sample/sample.css", "If-None-Match: \"x\"").status()).isEqualTo(200);
  }

  @Test
  void a_browser_that_unzips_gets_it_zipped_with_a_tag_of_its_own() throws IOException {
    var plain = SITE.get("/sample/sample.css");
    var zipped = SITE.get("/sample/sample.css", "Accept-Encoding: br, gzip");
    assertThat(zipped.header("content-encoding")).isEqualTo("gzip");
    assertThat(zipped.header("vary")).isEqualTo("Accept-Encoding");
    assertThat(zipped.header("etag")).isNotEqualTo(plain.header("etag"));
    assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
        .isEqualTo(plain.body());
    var declined = SITE.get("/sample/sample.css", "Accept-Encoding: gzip;q=0");
    assertThat(declined.headers()).doesNotContainKey("content-encoding");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/sample/../Pages.class",
        "/sample/%2e%2e/Pages.class",
        "/sample/..%2fPages.class",
        "/sample/secret.key",
        "/sample/.hidden.txt",
        "/sample/sub",
        "/sample//etc/passwd.txt",
        "/sample/sub/../index.html",
        "/sample/index.html%00.css",
        "/sample/sub%5cindex.html",
        "/sample/nothing.css",
        "/sample/index.html/",
        "/lib/lit/../../maven/x.json",
        "/lib/lit/3.3.2/%2e%2e/index.js",
        "/sample/.",
        "/sample/con:aux.txt"
      })
  void nothing_but_the_files_of_the_folder_is_given_out(String target) {
    assertThat(SITE.get(target).status()).isIn(400, 404);
  }

  @Test
  void a_folder_is_its_index_and_is_written_with_a_slash() {
    assertThat(SITE.get("/sample/sub/").text()).contains("Sub");
    var bare = SITE.get("/sample");
    assertThat(bare.status()).isEqualTo(308);
    assertThat(bare.header("location")).isEqualTo("/sample/");
  }

  @Test
  void a_page_can_be_made_for_frames_and_no_file_is_for_other_origins() {
    assertThat(csp("/framed/own.html")).endsWith("frame-ancestors *");
    assertThat(SITE.get("/sample/sample.js").headers())
        .doesNotContainKey("access-control-allow-origin");
  }

  @Test
  void a_service_worker_may_load_the_files_of_its_page() {
    assertThat(csp("/sample/service-worker.js"))
        .isEqualTo("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
  }
}
