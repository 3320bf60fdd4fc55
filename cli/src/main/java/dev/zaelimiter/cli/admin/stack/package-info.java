/**
 * The commands about a stack on AWS: {@code deploy}, {@code delete}, {@code list}, {@code cfn-template},
 * {@code lambda-export}. What they do is in {@link dev.zaelimiter.infra}, whose classes, and those of the AWS SDK, are
 * loaded when one of them runs.
 */
@NullMarked
package dev.zaelimiter.cli.admin.stack;

import org.jspecify.annotations.NullMarked;
