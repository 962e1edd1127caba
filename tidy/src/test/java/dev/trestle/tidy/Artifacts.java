package dev.trestle.tidy;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** A Maven repository in a folder, checked for what Maven Central and Java 21 ask of artifacts. */
final class Artifacts {
  private static final int CLASS_FILE_MAGIC = 0xCAFEBABE;
  private static final int JAVA_21 = 65;

  /** What a pom must say, as XPath. */
  private static final List<String> POM_FIELDS =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private final Path group;
  private final List<String> problems = new ArrayList<>();
  private final TreeMap<String, String> artifactByPackage = new TreeMap<>();
  private final TreeSet<String> names = new TreeSet<>();

  private Artifacts(Path group) {
    this.group = group;
  }

  /** What is wrong with the artifacts of {@code dev.trestle} in a repository. */
  static List<String> problems(Path repository) throws IOException {
    var artifacts = new Artifacts(repository.resolve("dev/trestle"));
    var poms = new ArrayList<Path>();
    try (var files = Files.walk(artifacts.group)) {
      files.filter(file -> file.toString().endsWith(".pom")).sorted().forEach(poms::add);
    }
    if (poms.isEmpty()) artifacts.problems.add("there are no artifacts in " + repository);
    for (var pom : poms) artifacts.names.add(artifact(pom));
    for (var pom : poms) artifacts.check(pom);
    return artifacts.problems;
  }

  /** The artifact's folder has a folder for each version, which has the pom. */
  private static String artifact(Path pom) {
    return pom.getName(pom.getNameCount() - 3).toString();
  }

  private void check(Path pom) throws IOException {
    var document = read(pom);
    for (var field : POM_FIELDS) {
      require(!values(document, "/project/" + field).isEmpty(), pom, "lacks " + field);
    }
    require(values(document, "/project/parent").isEmpty(), pom, "has a parent");
    require(values(document, "//scope[.='test']").isEmpty(), pom, "has test dependencies");
    // The version stands in the same file, so a pom that imports this one need not know it.
    var text = Files.readString(pom).replace("${project.version}", "");
    require(!text.contains("${"), pom, "has a variable");
    for (var needed : values(document, "//dependency[groupId='dev.trestle']/artifactId")) {
      require(names.contains(needed), pom, "needs " + needed + ", which is not published");
    }
    if (values(document, "/project/packaging").contains("pom")) return;
    var base = pom.toString().substring(0, pom.toString().length() - ".pom".length());
    checkJar(Path.of(base + ".jar"));
    requireEntry(Path.of(base + "-sources.jar"), ".java");
    requireEntry(Path.of(base + "-javadoc.jar"), "index.html");
  }

  private void checkJar(Path file) throws IOException {
    requireEntry(file, "META-INF/LICENSE");
    requireEntry(file, "META-INF/NOTICE");
    requireEntry(file, ".class");
    if (!Files.exists(file)) return;
    try (var jar = new JarFile(file.toFile())) {
      var manifest = jar.getManifest().getMainAttributes();
      require(manifest.getValue("Automatic-Module-Name") != null, file, "has no module name");
      for (var entry : jar.stream().filter(each -> each.getName().endsWith(".class")).toList()) {
        int version = version(jar, entry);
        require(version == JAVA_21, file, entry.getName() + " has the class version " + version);
        var folder = entry.getName().substring(0, Math.max(0, entry.getName().lastIndexOf('/')));
        var other = artifactByPackage.putIfAbsent(folder, file.getFileName().toString());
        require(
            other == null || other.equals(file.getFileName().toString()),
            file,
            "has the package " + folder + ", as " + other + " has");
      }
    }
  }

  private static int version(JarFile jar, JarEntry entry) throws IOException {
    try (var in = new DataInputStream(jar.getInputStream(entry))) {
      if (in.readInt() != CLASS_FILE_MAGIC) return 0;
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }

  private void requireEntry(Path file, String ending) throws IOException {
    if (!Files.exists(file)) {
      problems.add(group.relativize(file) + " is missing");
      return;
    }
    try (var jar = new JarFile(file.toFile())) {
      require(
          jar.stream().anyMatch(entry -> entry.getName().endsWith(ending)),
          file,
          "has no " + ending);
    }
  }

  private void require(boolean holds, Path file, String problem) {
    if (!holds) problems.add(group.relativize(file) + " " + problem);
  }

  private static Document read(Path pom) throws IOException {
    try {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(pom.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom.toString(), e);
    }
  }

  private static List<String> values(Document document, String path) {
    try {
      var values = new ArrayList<String>();
      XPathFactory.newInstance()
          .newXPath()
          .evaluateExpression(path, document, XPathNodes.class)
          .forEach(node -> values.add(node.getTextContent().strip()));
      return values;
    } catch (XPathExpressionException e) {
      throw new IllegalStateException(e);
    }
  }
}
