package dev.trestle.app.server;

import dev.trestle.app.config.SecretPlace;
import dev.trestle.app.config.ServerMode;
import dev.trestle.console.Console;
import dev.trestle.platform.identity.OperatorLogin;
import dev.trestle.platform.identity.PasswordHash;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SameOrigin;
import java.io.PrintWriter;
import java.util.Base64;
import java.util.Optional;

/**
 * Guards what is for the operator: console, metrics, administration. The password is needed unless
 * the server trusts everybody on this machine.
 */
public final class OperatorAccess {
  /** The name of the password's file among the secrets. */
  private static final String SECRET = "operator-password";

  private static final int PASSWORD_BYTES = 15;

  private final boolean needsPassword;
  private final OperatorLogin login;

  private OperatorAccess(boolean needsPassword, OperatorLogin login) {
    this.needsPassword = needsPassword;
    this.login = login;
  }

  /** Reads the password from the secrets; the first start creates it. */
  static OperatorAccess of(SystemContext context, ServerMode mode) {
    boolean needsPassword = !mode.isLocal();
    var bytes = context.secrets().bytes(SECRET, PASSWORD_BYTES);
    var password = Base64.getEncoder().encodeToString(bytes);
    var login =
        new OperatorLogin(
            PasswordHash.of(password, context.random()),
            new Cookie("operator", needsPassword),
            context.limits(),
            context.clock(),
            context.random());
    return new OperatorAccess(needsPassword, login);
  }

  /** Where the operator signs in. */
  Router router() {
    return login.router();
  }

  /** Guards the console's API. Its pages show nothing without data, so they are open. */
  Router guardConsole(Router router) {
    return router.around(endpoint -> {
      var guarded = guard(endpoint);
      return call -> {
        if (needsPassword && call.route().equals(Console.ACCESS)) {
          return Reply.ok(new Console.Access(login.isSignedIn(call), true));
        }
        return call.route().startsWith("/api/") ? guarded.handle(call) : endpoint.handle(call);
      };
    });
  }

  /** Lets only the operator in. */
  Endpoint guard(Endpoint endpoint) {
    return needsPassword ? login.signedIn(endpoint) : SameOrigin.ofBrowsers(endpoint);
  }

  void announce(PrintWriter out, SecretPlace secrets) {
    if (!needsPassword) return;
    switch (secrets) {
      case SecretPlace.Folder(var folder) -> {
        out.println("  The console asks for the operator's password. It is in the file");
        out.println("  " + folder.resolve(SECRET).toAbsolutePath().normalize());
      }
      case SecretPlace.InTable _ -> {
        out.println("  The console asks for the operator's password, which is printed by");
        out.println("  ./trestle secrets password");
      }
    }
  }

  /** The password, if a server has been started with these secrets. */
  public static Optional<String> password(Secrets secrets) {
    return secrets.existing(SECRET).map(Base64.getEncoder()::encodeToString);
  }
}
