package dev.zaelimiter.cli.admin.audit;

import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import picocli.CommandLine.ITypeConverter;

/** Reads what records of changes are about: an entity, or {@code $RESOURCE:NAME} with a name as a person has it. */
final class AuditSubjects implements ITypeConverter<String> {

    private static final String RESOURCE = "$RESOURCE:";

    @Override
    public String convert(String typed) {
        return typed.startsWith(RESOURCE)
                ? RESOURCE + new AResource().convert(typed.substring(RESOURCE.length()))
                : new AnEntity().convert(typed);
    }

    /** A subject as people know it. */
    static String shown(String subject) {
        return subject.startsWith(RESOURCE)
                ? RESOURCE + AResource.shown(subject.substring(RESOURCE.length()))
                : AnEntity.shown(subject);
    }
}
