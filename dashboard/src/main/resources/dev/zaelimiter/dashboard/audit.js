// Who changed what: records of one subject, or of all.

import {Problem, get} from './client.js';
import {announce, fill, h, link, nameOf, routes, section, visible} from './elements.js';
import {action, facts, moment} from './words.js';

/** Records of an entity, of a resource, or of the whole namespace. */
export function auditSection(fields, title) {
  const list = h('ol', {class: 'events'});
  const more = h('button', {type: 'button', class: 'quiet', onclick: () => read()}, 'Older changes');
  const state = h('p', {class: 'soft'}, 'Reading …');
  more.hidden = true;
  let next = null;

  const read = async () => {
    more.disabled = true;
    try {
      const page = await get('audit', {...fields, after: next});
      const begun = list.childElementCount;
      list.append(...page.events.map(event));
      next = page.next;
      more.hidden = next === null;
      state.textContent = list.childElementCount === 0 ? 'Nothing was changed, as far as records go back.' : '';
      if (begun > 0) {
        announce(page.events.length + ' more changes');
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      fill(state, problem.message);
      more.hidden = false;
      more.textContent = 'Read again';
    }
    more.disabled = false;
  };

  read();
  return {
    node: section(title, list, state, more),
    refresh: () => {
      next = null;
      list.replaceChildren();
      read();
    },
  };
}

function event(record) {
  const before = Object.keys(record.before).length > 0 ? facts(record.before) : null;
  const after = Object.keys(record.details).length > 0 ? facts(record.details) : null;
  return h('li', null,
    h('p', null,
      h('strong', null, visible(action(record.action))), ' ',
      subject(record.subject),
      record.resource && !record.subject.id.startsWith('$') ? [' on ', link(routes.resource(record.resource.id), nameOf(record.resource))] : null),
    h('p', {class: 'soft'},
      h('time', {datetime: new Date(record.at).toISOString()}, moment(record.at)),
      record.principal ? [' by ', h('bdi', null, visible(record.principal))] : null),
    after || before
      ? h('details', null, h('summary', null, 'What it is now, and was before'),
        h('dl', {class: 'change'},
          h('dt', null, 'now'), h('dd', null, visible(after ?? 'nothing')),
          h('dt', null, 'before'), h('dd', null, visible(before ?? 'nothing that is recorded'))))
      : null);
}

const NAMESPACE = '$NAMESPACE:';
const RESOURCE = '$RESOURCE:';

function subject(name) {
  if (name.id === '$SYSTEM') {
    return 'of the system';
  }
  if (name.id.startsWith(RESOURCE)) {
    const id = name.id.slice(RESOURCE.length);
    return ['of resource ', link(routes.resource(id), nameOf({id, text: id}))];
  }
  if (name.id.startsWith(NAMESPACE)) {
    return ['of namespace ', h('bdi', null, visible(name.id.slice(NAMESPACE.length)))];
  }
  return name.id.startsWith('$') ? ['of ', nameOf(name)] : ['of ', link(routes.entity(name.id), nameOf(name))];
}
