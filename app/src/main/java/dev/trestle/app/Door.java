package dev.trestle.app;

import dev.trestle.console.Console;
import dev.trestle.platform.identity.OperatorLogin;
import dev.trestle.platform.identity.PasswordHash;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SameOrigin;
import java.io.PrintWriter;
import java.util.Base64;

/**
 * Who sees the console: whoever sits at this machine; where others can reach the server, whoever
 * knows the operator's password.
 */
final class Door {
  /** The name of the file among the secrets. */
  static final String SECRET = "operator-password";

  private static final int PASSWORD_BYTES = 15;

  private final boolean isOpenToOthers;
  private final OperatorLogin login;

  private Door(boolean isOpenToOthers, OperatorLogin login) {
    this.isOpenToOthers = isOpenToOthers;
    this.login = login;
  }

  /** The password is made at the first start and lies beside the other secrets. */
  static Door of(Foundation foundation) {
    var bytes = foundation.secrets().bytes(SECRET, PASSWORD_BYTES);
    var password = Base64.getEncoder().encodeToString(bytes);
    var login =
        new OperatorLogin(
            PasswordHash.of(password, foundation.random()),
            new Cookie("operator", foundation.isOpenToOthers()),
            foundation.limits(),
            foundation.clock(),
            foundation.random());
    return new Door(foundation.isOpenToOthers(), login);
  }

  /** Where the operator logs in. */
  Router router() {
    return login.router();
  }

  /** The same routes for those who may have them; pages without their figures tell nothing. */
  Router guarded(Router router) {
    return router.around(endpoint -> {
      var inner = guarded(endpoint);
      return call -> {
        if (isOpenToOthers && call.route().equals(Console.ACCESS)) {
          return Reply.ok(new Console.Access(login.isSignedIn(call), true));
        }
        return call.route().startsWith("/api/") ? inner.answer(call) : endpoint.answer(call);
      };
    });
  }

  /** For whoever may see the console. */
  Endpoint guarded(Endpoint endpoint) {
    return isOpenToOthers ? login.signedIn(endpoint) : SameOrigin.ofBrowsers(endpoint);
  }

  void announce(PrintWriter out) {
    if (!isOpenToOthers) return;
    out.println("  The console asks for the operator's password: see secrets/" + SECRET);
    out.println("  in the folder of the data.");
  }
}
