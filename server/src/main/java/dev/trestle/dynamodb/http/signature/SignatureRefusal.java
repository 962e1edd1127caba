package dev.trestle.dynamodb.http.signature;

/**
 * A request's signature is missing or not valid. The code is DynamoDB's; the status is always 400.
 */
public final class SignatureRefusal extends RuntimeException {
  private final String code;

  private SignatureRefusal(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  static SignatureRefusal missing() {
    return new SignatureRefusal(
        "MissingAuthenticationTokenException", "Request is missing Authentication Token");
  }

  static SignatureRefusal incomplete(String message) {
    return new SignatureRefusal("IncompleteSignatureException", message);
  }

  static SignatureRefusal invalid(String message) {
    return new SignatureRefusal("InvalidSignatureException", message);
  }

  static SignatureRefusal unrecognized() {
    return new SignatureRefusal(
        "UnrecognizedClientException", "The security token included in the request is invalid.");
  }

  public String code() {
    return code;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
