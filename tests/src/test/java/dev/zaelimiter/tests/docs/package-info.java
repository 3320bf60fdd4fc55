/**
 * Keeps the documentation true: every fenced block of README.md, CONTRIBUTING.md, CHANGELOG.md, VERSIONING.md and docs/
 * is compiled, run or checked, and every link leads somewhere.
 *
 * <p>Start with {@link dev.zaelimiter.tests.docs.DocumentationSnippetsTest}, which says what may stand in a block.
 * {@link dev.zaelimiter.tests.docs.DocumentationChecksTest} shows that each check can fail.
 */
package dev.zaelimiter.tests.docs;
