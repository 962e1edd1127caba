package dev.trestle.dynamodb.http.signature;

/** What a credential is valid for: a key, a day, a region and a service. */
record CredentialScope(String keyId, String day, String region, String service, String terminator) {
  static final String SERVICE = "dynamodb";
  static final String TERMINATOR = "aws4_request";
  private static final int ELEMENTS = 5;

  static CredentialScope parse(String credential) {
    // Limit 0 drops empty elements at the end, where DynamoDB ignores slashes.
    var elements = credential.split("/", 0);
    if (elements.length != ELEMENTS) {
      throw SignatureRefusal.incomplete(
          "Credential must have exactly 5 slash-delimited elements, e.g."
              + " keyid/date/region/service/term, got '"
              + credential
              + "'");
    }
    return new CredentialScope(elements[0], elements[1], elements[2], elements[3], elements[4]);
  }

  /**
   * Checks everything but the key.
   *
   * @throws SignatureRefusal with all errors
   */
  void check(String expectedRegion, SigningTime time) {
    var faults = new StringBuilder();
    if (!region.equals(expectedRegion)) {
      faults
          .append("Credential should be scoped to a valid region, not '")
          .append(region)
          .append("'. ");
    }
    if (!service.equals(SERVICE)) {
      faults.append("Credential should be scoped to correct service: '" + SERVICE + "'. ");
    }
    if (!terminator.equals(TERMINATOR)) {
      faults
          .append(
              "Credential should be scoped with a valid terminator: '" + TERMINATOR + "', not '")
          .append(terminator)
          .append("'. ");
    }
    if (!day.equals(time.day())) {
      faults
          .append("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date")
          .append(" from HTTP: '%s' != '%s', from '%s'.".formatted(day, time.day(), time));
    }
    if (!faults.isEmpty()) throw SignatureRefusal.invalid(faults.toString());
  }

  /** The form that is part of the string to sign. */
  String text() {
    return day + "/" + region + "/" + service + "/" + terminator;
  }
}
