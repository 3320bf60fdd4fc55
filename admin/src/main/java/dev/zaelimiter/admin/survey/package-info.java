/**
 * What a store holds that another system may have put there, and what becomes of it here:
 * {@link dev.zaelimiter.admin.survey.Survey} is given every item, and changes nothing.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.admin.survey;

import org.jspecify.annotations.NullMarked;
