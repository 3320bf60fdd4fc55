package dev.zaelimiter.cli;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.NamespaceStateException;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.embedded.StoreFileException;
import dev.zaelimiter.infra.DeploymentException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * What the process returns to its caller. The page {@code docs/operator/exit-codes.md} lists them by situation, and a
 * test makes each of those situations.
 */
public final class ExitCodes {

    /** The command did what it was asked. */
    public static final int OK = CommandLine.ExitCode.OK;

    /**
     * The command failed for a reason that is not the caller's: a bug, the machine, the store, somebody else's change.
     */
    public static final int FAILURE = CommandLine.ExitCode.SOFTWARE;

    /** The caller's arguments or input can't be used; the message says why, and nothing was changed. */
    public static final int USAGE = CommandLine.ExitCode.USAGE;

    /** A limit has no room for what was asked. */
    public static final int REFUSED = 3;

    private ExitCodes() {}

    /**
     * How a command ends that throws: wrong use if other arguments would have helped, a failure if the same command may
     * do later, or once somebody has mended the store.
     *
     * @param thrown what it threw
     * @return an exit code
     */
    public static int of(RuntimeException thrown) {
        if (thrown instanceof RateLimitExceededException) {
            return REFUSED;
        } else if (thrown instanceof CannotOpenException e) {
            return of(e.reason());
        } else if (thrown instanceof StoreFileException e) {
            return of(e);
        } else if (thrown instanceof DeploymentException e) {
            return of(e.reason());
        }
        boolean wrongUse = thrown instanceof BadInputException
                || thrown instanceof InvalidInputException
                || thrown instanceof NoLimitsException
                || thrown instanceof EntityNotFoundException
                || thrown instanceof NamespaceNotFoundException
                || thrown instanceof NamespaceStateException;
        return wrongUse ? USAGE : FAILURE;
    }

    private static int of(CannotOpenException.Reason reason) {
        return switch (reason) {
            case TABLE_MISSING, TABLE_UNFIT, NAMESPACE_MISSING, ACCESS_DENIED -> USAGE;
            default -> FAILURE;
        };
    }

    private static int of(DeploymentException.Reason reason) {
        return switch (reason) {
            case NAME_TAKEN, STACK_MISSING, STACK_STUCK, DENIED, PROTECTED, BUCKET_NOT_EMPTY -> USAGE;
            default -> FAILURE;
        };
    }

    private static int of(StoreFileException e) {
        return switch (e.reason()) {
            case FOREIGN -> USAGE;
            case INACCESSIBLE -> isOfTheName(e.getCause()) ? USAGE : FAILURE;
            default -> FAILURE;
        };
    }

    /** Whether another name would do, and not another disk. */
    private static boolean isOfTheName(@Nullable Throwable cause) {
        return !(cause instanceof IOException)
                || cause instanceof NoSuchFileException
                || cause instanceof NotDirectoryException
                || cause instanceof AccessDeniedException
                || cause instanceof FileAlreadyExistsException;
    }
}
