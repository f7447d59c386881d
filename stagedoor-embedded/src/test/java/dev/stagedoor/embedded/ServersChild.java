package dev.stagedoor.embedded;

/**
 * The process that {@link ServerGuardTest} kills: starts both servers, prints one line, waits.
 *
 * <p>Prints the process ids of PostgreSQL, Redis and the guard, then the directory of Redis.
 */
final class ServersChild {
  private ServersChild() {}

  public static void main(String[] arguments) throws InterruptedException {
    PostgresServer postgres = PostgresServer.start(Durability.FAST);
    RedisServer redis = RedisServer.start(RedisOptions.inMemory().appendOnly());
    ServerShutdown.beforeServersStop(
        () ->
            System.out.println(
                "stopping " + redis.command("PING") + " " + postgres.process().isAlive()));
    ProcessHandle guard = ServerGuard.process();
    System.out.printf(
        "%d %d %d %s%n",
        postgres.process().pid(),
        redis.process().pid(),
        guard == null ? 0 : guard.pid(),
        redis.home());
    Thread.currentThread().join();
  }
}
