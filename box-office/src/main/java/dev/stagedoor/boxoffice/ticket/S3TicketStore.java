package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A place in S3, or in whatever speaks like it: for any number of machines.
 *
 * <p>A put says {@code If-None-Match: *}, so the server stores it whole or refuses it, in one step,
 * and of any number of puts one wins. A server that does not know the condition would let the last
 * one win; so the condition is tried when a store is opened, on an object of its own ({@code
 * .probe}) that stays there.
 *
 * <p>A put whose answer was lost may find itself on the next try and call it existing: what lies
 * there is what was to lie there. Does not give: an answer while the server is away; the job is
 * tried again.
 *
 * <p>Thread-safe, and safe for any number of processes.
 */
public final class S3TicketStore implements TicketStore {
  private static final int PRECONDITION_FAILED = 412;
  private static final String PROBE = ".probe"; // no key begins with a dot

  private final S3Client s3;
  private final S3Location place;

  private S3TicketStore(S3Client s3, S3Location place) {
    this.s3 = s3;
    this.place = place;
  }

  /**
   * A store in this place, whose bucket is there. Endpoint, region and credentials are those that
   * AWS's variables, properties and files name ({@code AWS_ENDPOINT_URL_S3}, {@code AWS_REGION},
   * {@code AWS_ACCESS_KEY_ID} and so on).
   *
   * @throws IOException if it cannot be used, or its server does not know {@code If-None-Match}
   */
  public static S3TicketStore at(S3Location place) throws IOException {
    S3TicketStore store = new S3TicketStore(S3Clients.fromSurroundings(), place);
    store.prove();
    return store;
  }

  @Override
  public Put putIfAbsent(TicketKey key, byte[] bytes) throws IOException {
    return put(place.key(key), bytes);
  }

  private Put put(String name, byte[] bytes) throws IOException {
    try {
      s3.putObject(
          put -> put.bucket(place.bucket()).key(name).ifNoneMatch("*"),
          RequestBody.fromBytes(bytes));
      return Put.STORED;
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED) {
        return Put.EXISTING;
      }
      throw failed(e);
    } catch (SdkClientException e) {
      // A server may refuse before it has read the bytes, and then hang up on whoever writes them.
      if (!(e instanceof AbortedException) && isThere(name)) {
        return Put.EXISTING;
      }
      throw failed(e);
    }
  }

  private boolean isThere(String name) throws IOException {
    return asked(
        () -> {
          try {
            s3.headObject(head -> head.bucket(place.bucket()).key(name));
            return true;
          } catch (NoSuchKeyException e) {
            return false;
          }
        });
  }

  @Override
  public Optional<byte[]> get(TicketKey key) throws IOException {
    return asked(
        () -> {
          try {
            return Optional.of(
                s3.getObjectAsBytes(get -> get.bucket(place.bucket()).key(place.key(key)))
                    .asByteArray());
          } catch (NoSuchKeyException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public long count() throws IOException {
    return asked(
        () ->
            s3
                .listObjectsV2Paginator(list -> list.bucket(place.bucket()).prefix(place.prefix()))
                .contents()
                .stream()
                .filter(this::isTicket)
                .count());
  }

  private boolean isTicket(S3Object object) {
    return !object.key().equals(place.prefix() + PROBE);
  }

  private <T> T asked(Supplier<T> question) throws IOException {
    try {
      return question.get();
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  private IOException failed(SdkException e) {
    if (e instanceof AbortedException) {
      Thread.currentThread().interrupt(); // whoever waits for this run to end is told
    }
    return new IOException(place + ": " + e.getMessage(), e);
  }

  /** Tries what every put rests on. The object may be there from an earlier start. */
  private void prove() throws IOException {
    Put first = put(place.prefix() + PROBE, new byte[0]);
    Put second = put(place.prefix() + PROBE, new byte[0]);
    if (first == Put.STORED && second == Put.STORED) {
      throw new IOException(
          place
              + ": its server does not know If-None-Match, so that a later put would replace"
              + " what is stored: use one that does");
    }
  }

  @Override
  public String toString() {
    return "tickets in " + place;
  }
}
