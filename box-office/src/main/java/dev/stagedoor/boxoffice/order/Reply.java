package dev.stagedoor.boxoffice.order;

/** What was answered to a request, to be answered again to the same one. */
public record Reply(int status, String location, String body) {}
