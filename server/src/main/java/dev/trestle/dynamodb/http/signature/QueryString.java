package dev.trestle.dynamodb.http.signature;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The decoded parameters of a query. */
record QueryString(List<Parameter> parameters) {
  record Parameter(String name, String value) {
    private String encodedName() {
      return UriEncoding.encode(name);
    }

    private String encodedValue() {
      return UriEncoding.encode(value);
    }
  }

  private static final Comparator<Parameter> ORDER =
      Comparator.comparing(Parameter::encodedName).thenComparing(Parameter::encodedValue);

  static QueryString parse(String raw) {
    if (raw.isEmpty()) return new QueryString(List.of());
    var parameters = new ArrayList<Parameter>();
    for (var part : raw.split("&", -1)) {
      if (part.isEmpty()) continue;
      int equals = part.indexOf('=');
      var name = equals < 0 ? part : part.substring(0, equals);
      var value = equals < 0 ? "" : part.substring(equals + 1);
      parameters.add(new Parameter(UriEncoding.decode(name), UriEncoding.decode(value)));
    }
    return new QueryString(parameters);
  }

  Optional<String> first(String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name.equals(name))
        .map(Parameter::value)
        .findFirst();
  }

  /** Sorted and encoded, without the signature itself. */
  String canonical() {
    return parameters.stream()
        .filter(parameter -> !parameter.name.equals(RequestSignature.QUERY_SIGNATURE))
        .sorted(ORDER)
        .map(parameter -> parameter.encodedName() + "=" + parameter.encodedValue())
        .collect(Collectors.joining("&"));
  }
}
