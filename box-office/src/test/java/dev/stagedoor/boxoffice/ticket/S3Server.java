package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobApiMetadata;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;

/**
 * A real S3 server over memory, on loopback, which the surroundings of this process name while it
 * is open.
 */
public final class S3Server implements AutoCloseable {
  private static final String ID = "box-office";
  private static final String SECRET = "only-for-tests";

  private final BlobStoreContext blobs;
  private S3Proxy proxy;

  public S3Server() throws IOException {
    blobs =
        ContextBuilder.newBuilder(new TransientNio2BlobApiMetadata())
            .credentials("any", "any")
            .build(BlobStoreContext.class);
    proxy = start(0);
    surroundings().forEach(System::setProperty);
  }

  private Map<String, String> surroundings() {
    return Map.of(
        "aws.endpointUrlS3",
        "http://127.0.0.1:" + proxy.getPort(),
        "aws.accessKeyId",
        ID,
        "aws.secretAccessKey",
        SECRET);
  }

  /** Makes a bucket. */
  public S3Location bucket(String name) {
    blobs.getBlobStore().createContainerInLocation(null, name);
    return S3Location.parse("s3://" + name + "/box/office");
  }

  private S3Proxy start(int port) throws IOException {
    try {
      S3Proxy started =
          S3Proxy.builder()
              .blobStore(new OneStepPuts(blobs.getBlobStore()))
              .endpoint(URI.create("http://127.0.0.1:" + port))
              .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ID, SECRET)
              .build();
      started.start();
      return started;
    } catch (Exception e) {
      throw new IOException("no S3 server", e);
    }
  }

  /** Its port refuses until {@link #comeBack}; what is stored stays. */
  public int goAway() throws Exception {
    int port = proxy.getPort();
    proxy.stop();
    return port;
  }

  public void comeBack(int port) throws IOException {
    proxy = start(port);
  }

  @Override
  public void close() throws Exception {
    surroundings().keySet().forEach(System::clearProperty);
    proxy.stop();
    blobs.close();
  }
}
