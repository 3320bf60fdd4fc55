/**
 * What a store holds that another system may have put there, and what becomes of it here: {@link
 * dev.zaelimiter.admin.survey.Survey} is given every item, and changes nothing.
 */
@NullMarked
package dev.zaelimiter.admin.survey;

import org.jspecify.annotations.NullMarked;
