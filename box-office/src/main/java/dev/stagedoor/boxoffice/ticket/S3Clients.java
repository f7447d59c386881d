package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients of S3, set up as AWS's own tools are. */
final class S3Clients {
  /** One try and all of them: a run has minutes, and is tried again. */
  private static final Duration TRY = Duration.ofSeconds(15);

  private static final Duration CALL = Duration.ofSeconds(45);

  private S3Clients() {}

  /**
   * A client of what the surroundings name. Where that is an endpoint it is not Amazon's: then
   * buckets stand in the path, since few of the others have a host name for each, and a region is
   * not needed.
   *
   * @throws IOException if something is missing
   */
  static S3Client fromSurroundings() throws IOException {
    try {
      Optional<String> endpoint = endpoint();
      S3ClientBuilder builder = builder().forcePathStyle(endpoint.isPresent());
      if (endpoint.isPresent()) {
        builder.region(regionOr(Region.US_EAST_1));
      }
      return builder.build();
    } catch (SdkClientException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static S3ClientBuilder builder() {
    return S3Client.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        // Checksums beyond those of TLS and of the signature: several servers refuse them.
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .overrideConfiguration(c -> c.apiCallAttemptTimeout(TRY).apiCallTimeout(CALL));
  }

  /** As the SDK finds it; it keeps to itself whether it has found one. */
  private static Optional<String> endpoint() {
    return setting("aws.endpointUrlS3", "AWS_ENDPOINT_URL_S3")
        .or(() -> setting("aws.endpointUrl", "AWS_ENDPOINT_URL"));
  }

  private static Optional<String> setting(String property, String variable) {
    return Optional.ofNullable(System.getProperty(property))
        .or(() -> Optional.ofNullable(System.getenv(variable)))
        .filter(value -> !value.isBlank());
  }

  private static Region regionOr(Region otherwise) {
    try {
      return new AwsRegionProviderChain(
              new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
          .getRegion();
    } catch (SdkClientException e) {
      return otherwise; // none is set
    }
  }
}
