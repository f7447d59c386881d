package dev.stagedoor.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The event loops (daemon threads) of one stream, and the connections that run on them. */
final class Connector implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofSeconds(2);
  private static final RedisCodec<String, byte[]> CODEC =
      RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
  private final ClientResources resources;
  private final RedisClient client;
  private final RedisAddress address;
  private final AtomicBoolean closed = new AtomicBoolean();

  Connector(RedisAddress address, @Nullable Path trust) {
    this.address = address;
    this.resources =
        DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();
    this.client = RedisClient.create(resources, address.uri());
    client.setOptions(options(trust));
  }

  /**
   * Reconnecting is the link's business: the client's own would send old commands again. So are
   * time-outs: one of the client's would leave a dead connection in use.
   */
  private static ClientOptions options(@Nullable Path trust) {
    ClientOptions.Builder options =
        ClientOptions.builder()
            .autoReconnect(false)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .maintNotificationsConfig(MaintNotificationsConfig.disabled())
            .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
            .socketOptions(
                SocketOptions.builder().connectTimeout(CONNECT).tcpNoDelay(true).build());
    if (trust != null) {
      options.sslOptions(
          SslOptions.builder().jdkSslProvider().trustManager(trust.toFile()).build());
    }
    return options.build();
  }

  /** A connection of its own, not opened yet. */
  Link link() {
    return new Link(this);
  }

  /** Opens a connection, or fails: by an exception in the future, never by one thrown here. */
  CompletableFuture<StatefulRedisConnection<String, byte[]>> connect() {
    if (closed.get()) {
      return CompletableFuture.failedFuture(new IllegalStateException("the stream is closed"));
    }
    try {
      return client.connectAsync(CODEC, address.uri()).toCompletableFuture();
    } catch (RuntimeException e) { // the loops may end while we ask
      return CompletableFuture.failedFuture(e);
    }
  }

  RedisAddress address() {
    return address;
  }

  /** Closes every connection and ends the threads; at most a few seconds. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    client.shutdown(Duration.ZERO, END);
    resources
        .shutdown(0, END.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(END.toMillis());
  }
}
