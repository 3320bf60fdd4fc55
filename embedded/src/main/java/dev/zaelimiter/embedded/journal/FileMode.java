package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may read and write a file that is made, from its first byte on: others must not read entity names and balances.
 * Has no effect on a file system without such modes.
 */
public final class FileMode {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> GROUP = PosixFilePermissions.fromString("---rwx---");

    /** For what is new: its owner reads and writes it, and nobody else. */
    public static final FileMode PRIVATE = new FileMode(OWNER_ONLY, null);

    private final Set<PosixFilePermission> permissions;
    private final @Nullable GroupPrincipal group;

    private FileMode(Set<PosixFilePermission> permissions, @Nullable GroupPrincipal group) {
        this.permissions = permissions;
        this.group = group;
    }

    /**
     * For a copy of a file: what the file itself has.
     *
     * @param path the file
     * @return its mode
     * @throws IOException if the file can't be looked at
     */
    public static FileMode of(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            return PRIVATE;
        }
        PosixFileAttributes attributes = view.readAttributes();
        return new FileMode(attributes.permissions(), attributes.group());
    }

    /**
     * For the lock of a file: whoever may write the file may hold its lock, and nobody who may only read it. To read a
     * lock is enough to hold it.
     */
    static FileMode ofLock(Path file) throws IOException {
        if (!Files.exists(file)) {
            return PRIVATE;
        }
        FileMode mode = of(file);
        Set<PosixFilePermission> allowed = EnumSet.copyOf(OWNER_ONLY);
        if (mode.permissions.contains(PosixFilePermission.GROUP_WRITE)) {
            allowed.addAll(PosixFilePermissions.fromString("---rw----"));
        }
        if (mode.permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            allowed.addAll(PosixFilePermissions.fromString("------rw-"));
        }
        return new FileMode(allowed, mode.group);
    }

    /** Makes an empty file. Only its owner may read it until everything is set up. */
    void create(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            Files.createFile(path);
            return;
        }
        Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        boolean sameGroup = group == null || group.equals(view.readAttributes().group()) || hasGroup(view, group);
        Set<PosixFilePermission> wanted = EnumSet.noneOf(PosixFilePermission.class);
        wanted.addAll(permissions);
        if (!sameGroup) {
            // The rights of one group must not pass to another.
            wanted.removeAll(GROUP);
        }
        set(view, wanted);
    }

    /** Takes away from a file what goes beyond this mode, if this user may. */
    void narrow(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
        kept.addAll(view.readAttributes().permissions());
        kept.retainAll(permissions);
        set(view, kept);
    }

    private static boolean hasGroup(PosixFileAttributeView view, GroupPrincipal group) {
        try {
            view.setGroup(group);
            return true;
        } catch (IOException notAMember) {
            return false;
        }
    }

    /** A file system that keeps no modes refuses to change them: there all files are as its administrator says. */
    private static void set(PosixFileAttributeView view, Set<PosixFilePermission> wanted) throws IOException {
        if (!view.readAttributes().permissions().equals(wanted)) {
            try {
                view.setPermissions(wanted);
            } catch (IOException notHere) {
                // Only its owner may use it, or whoever the file system allows for every file.
            }
        }
    }
}
