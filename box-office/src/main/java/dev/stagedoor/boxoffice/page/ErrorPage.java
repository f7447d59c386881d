package dev.stagedoor.boxoffice.page;

/**
 * What went wrong, for a person.
 *
 * @param title the kind of problem
 * @param detail what to do about it
 * @param requestId to be named to who runs the box office
 */
public record ErrorPage(int status, String title, String detail, String requestId) {}
