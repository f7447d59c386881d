package dev.stagedoor.boxoffice.ticket;

import org.gaul.s3proxy.PutOptions2;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.domain.Blob;
import org.jclouds.blobstore.options.PutOptions;
import org.jclouds.blobstore.util.ForwardingBlobStore;

/**
 * Conditional puts as S3 does them. The proxy by itself looks for the object and then stores it, in
 * two steps: of 32 puts at once several win now and then.
 */
final class OneStepPuts extends ForwardingBlobStore {
  OneStepPuts(BlobStore blobs) {
    super(blobs);
  }

  @Override
  public String putBlob(String container, Blob blob, PutOptions options) {
    boolean ifNone = options instanceof PutOptions2 more && "*".equals(more.getIfNoneMatch());
    return ifNone ? putIfNone(container, blob, options) : super.putBlob(container, blob, options);
  }

  private synchronized String putIfNone(String container, Blob blob, PutOptions options) {
    if (blobExists(container, blob.getMetadata().getName())) {
      throw new IllegalStateException("PreconditionFailed"); // which the proxy answers as 412
    }
    return super.putBlob(container, blob, options);
  }
}
