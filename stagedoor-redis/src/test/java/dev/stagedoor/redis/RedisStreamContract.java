package dev.stagedoor.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.testkit.contract.Damage;
import dev.stagedoor.testkit.contract.DamagedStreamContract;
import dev.stagedoor.testkit.contract.JobStreamContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The contract on one server a class, wiped before each test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RedisStreamContract extends JobStreamContract implements DamagedStreamContract {
  private final RedisStreamOptions options;
  private final RedisServer server;
  private final RedisUnderTest redis;
  private final RedisStream stream;
  private List<RedisStream> clients = List.of();

  RedisStreamContract(RedisOptions server, String installation) {
    this.server = RedisServer.start(server);
    RedisStreamOptions plain = RedisStreamOptions.defaults().installation(installation);
    this.options = server.tls() ? plain.trust(this.server.certificate()) : plain;
    this.redis = new RedisUnderTest(this.server, options);
    this.stream = client();
  }

  /** A client that is patient: its time-out is shown elsewhere, and the machine may be busy. */
  private RedisStream client() {
    return RedisStream.at(server.redisUrl(), options, Duration.ofSeconds(20));
  }

  /** The server that Debian installs, 7.0 at the time of writing; skips the class without one. */
  static Path installedServer() {
    Optional<Path> installed = RedisServer.installedExecutable();
    assumeTrue(installed.isPresent(), "no redis-server on PATH: apt-get install redis-server");
    return installed.orElseThrow();
  }

  @BeforeEach
  void wipe() {
    redis.commands().flushall();
  }

  @AfterEach
  void closeClients() {
    clients.forEach(RedisStream::close);
    clients = List.of();
  }

  @AfterAll
  void stop() {
    stream.close();
    redis.close();
    server.close();
  }

  @Override
  public JobStream stream() {
    return stream;
  }

  @Override
  public List<JobStream> clients(int count) {
    clients = Stream.generate(this::client).limit(count).toList();
    return List.copyOf(clients);
  }

  @Override
  public void passIdle(Duration idle) {
    redis.passIdle(idle);
  }

  @Override
  public Duration passConsumerIdle() {
    return redis.passConsumerIdle();
  }

  @Override
  public void loseEverything() {
    redis.commands().flushall();
  }

  @Override
  public Damage damage() {
    return redis;
  }
}
