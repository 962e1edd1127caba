package dev.trestle.accounts;

/**
 * What one system stores about users. A system registers it with {@link Accounts#register}, so that
 * an export and the deletion of an account reach every system.
 */
public interface PersonalData {
  /** The system's name, such as {@code messenger}. It must not change. */
  String system();

  /** Writes everything that the system stores about a user, except what belongs to others. */
  void export(UserId user, ExportWriter out);

  /**
   * Erases what the system stores about a user whose account is being closed. By now the account
   * fails {@link dev.trestle.accounts.model.Users#IS_OPEN}, so nothing new is stored about it.
   *
   * <p>It is called again if it failed, if the server stopped before it was done, or, at the next
   * start, if the system was not served when the account was closed.
   */
  void erase(UserId user);

  /**
   * Removes what nobody needs of a user who has not used the account for two years. What others see
   * of the user stays, and so does what the user left. May be repeated.
   */
  default void archive(UserId user) {}
}
