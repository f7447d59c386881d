package dev.stagedoor.boxoffice.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real S3 server on loopback. */
class S3TicketStoreTest extends TicketStoreContract {
  private static S3Server server;
  private static S3Location place;

  @BeforeAll
  static void start() throws IOException {
    server = new S3Server();
    place = server.bucket("tickets");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Override
  TicketStore open() throws IOException {
    return S3TicketStore.at(place);
  }

  @Test
  void aPrefixKeepsStoresOfOneBucketApart() throws Exception {
    TicketKey key = TicketKey.ofOrder(UUID.randomUUID());
    TicketStore other = S3TicketStore.at(S3Location.parse("s3://tickets/other/"));
    open().putIfAbsent(key, bytes(1));

    assertThat(other.get(key)).isEmpty();
    assertThat(other.putIfAbsent(key, bytes(2))).isEqualTo(TicketStore.Put.STORED);
    assertThat(other.count()).isEqualTo(1);
  }

  @Test
  void whileTheServerIsAwayEveryCallFailsAndNothingIsLost() throws Exception {
    TicketKey key = TicketKey.ofOrder(UUID.randomUUID());
    TicketStore store = open();
    store.putIfAbsent(key, bytes(1));

    int port = server.goAway();
    assertThatThrownBy(() -> store.putIfAbsent(key, bytes(2))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> store.get(key)).isInstanceOf(IOException.class);
    assertThatThrownBy(store::count).isInstanceOf(IOException.class);
    server.comeBack(port);

    assertThat(store.get(key)).contains(bytes(1));
  }

  @Test
  void aBucketThatIsNotThereIsNoEmptyStore() {
    S3Location nowhere = S3Location.parse("s3://no-such-bucket");

    assertThatThrownBy(() -> S3TicketStore.at(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://no-such-bucket")
        .hasMessageContaining("bucket does not exist");
  }

  @Test
  void aServerThatDoesNotKnowTheConditionIsRefused() throws Exception {
    HttpServer any =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    any.createContext(
        "/",
        http -> {
          http.getRequestBody().readAllBytes();
          http.sendResponseHeaders(200, -1);
          http.close();
        });
    any.start();
    String right =
        System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:" + any.getAddress().getPort());
    try {
      assertThatThrownBy(this::open).hasMessageContaining("does not know If-None-Match");
    } finally {
      System.setProperty("aws.endpointUrlS3", right);
      any.stop(0);
    }
  }

  @Test
  void aRefusalThatIsLostWhileTheBytesAreWrittenIsStillARefusal() throws Exception {
    String right = String.valueOf(System.getProperty("aws.endpointUrlS3"));
    try (HastyServer hasty = new HastyServer()) {
      System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:" + hasty.port());
      TicketStore store = S3TicketStore.at(place);

      assertThat(store.putIfAbsent(TicketKey.ofOrder(UUID.randomUUID()), new byte[8 << 20]))
          .isEqualTo(TicketStore.Put.EXISTING);
      assertThat(hasty.asked()).isPositive();
    } finally {
      System.setProperty("aws.endpointUrlS3", right);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "s3://tickets, tickets, ''",
    "s3://tickets/, tickets, ''",
    "s3://my.tickets-1/a/B_c/, my.tickets-1, a/B_c/"
  })
  void aPlaceIsABucketAndPerhapsAPrefix(String url, String bucket, String prefix) {
    assertThat(S3Location.parse(url)).isEqualTo(new S3Location(bucket, prefix));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3:",
        "s3://",
        "s3:///x",
        "s3://UPPER",
        "s3://ab",
        "s3://bucket//x",
        "s3://bucket/../x",
        "s3://bucket/.x",
        "s3://id:secret@bucket",
        "s3://bucket?x=1",
        "s3://bucket/a b",
        "s3:bucket"
      })
  void whatNamesNoPlaceIsToldHow(String url) {
    assertThatThrownBy(() -> S3Location.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("give s3://BUCKET or s3://BUCKET/PREFIX");
  }
}
