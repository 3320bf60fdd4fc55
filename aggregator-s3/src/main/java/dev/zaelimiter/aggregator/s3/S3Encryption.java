package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.InvalidInputException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** How S3 encrypts what is archived. Immutable. */
public final class S3Encryption {

    /** As the bucket is set up to. */
    public static final S3Encryption OF_THE_BUCKET = new S3Encryption(null, null);

    /** With keys of S3. */
    public static final S3Encryption S3_KEYS = new S3Encryption(ServerSideEncryption.AES256, null);

    /** With the account's own key of KMS for S3. */
    public static final S3Encryption KMS = new S3Encryption(ServerSideEncryption.AWS_KMS, null);

    private static final String KMS_PREFIX = "kms:";

    private final @Nullable ServerSideEncryption kind;
    private final @Nullable String key;

    private S3Encryption(@Nullable ServerSideEncryption kind, @Nullable String key) {
        this.kind = kind;
        this.key = key;
    }

    /**
     * With a key of KMS.
     *
     * @param key its id, its alias or its ARN
     * @return the setting
     */
    public static S3Encryption kms(String key) {
        if (key.isBlank()) {
            throw new InvalidInputException("key", key, "the id, the alias or the ARN of a key of KMS");
        }
        return new S3Encryption(ServerSideEncryption.AWS_KMS, key);
    }

    /**
     * Reads a setting.
     *
     * @param text {@code bucket}, {@code s3}, {@code kms} or {@code kms:KEY}
     * @return the setting
     * @throws InvalidInputException if it is none
     */
    public static S3Encryption parse(String text) {
        if (text.startsWith(KMS_PREFIX)) {
            return kms(text.substring(KMS_PREFIX.length()));
        }
        return switch (text) {
            case "bucket" -> OF_THE_BUCKET;
            case "s3" -> S3_KEYS;
            case "kms" -> KMS;
            default -> throw new InvalidInputException("encryption", text, "bucket, s3, kms or kms:KEY");
        };
    }

    void applyTo(PutObjectRequest.Builder put) {
        if (kind != null) {
            put.serverSideEncryption(kind);
        }
        if (key != null) {
            put.ssekmsKeyId(key);
        }
    }

    boolean usesKms() {
        return kind == ServerSideEncryption.AWS_KMS;
    }
}
