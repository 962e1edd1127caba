package dev.trestle.console;

/**
 * A service that this server shares with others, as the console shows it.
 *
 * @param purpose what the server uses it for
 * @param working whether this server reaches it
 */
public record ConsoleService(String name, String purpose, boolean working) {}
