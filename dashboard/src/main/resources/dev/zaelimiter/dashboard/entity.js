// An entity: who it is, and all its buckets.

import {auditSection} from './audit.js';
import {levelsSection} from './changes.js';
import {meter} from './chart.js';
import {Follower, Problem, get} from './client.js';
import {Keyed, fill, h, link, nameOf, nameText, routes, say, section, table, visible} from './elements.js';
import {usageSection} from './usage.js';
import {brief, count, percent, plural, rate} from './words.js';

export function showEntity(context, entity) {
  const heading = h('h1', null, h('bdi', null, visible(entity)));
  const facts = h('dl', {class: 'facts'});
  const problem = h('p', {class: 'problem', hidden: true});
  const body = h('tbody');
  const box = h('div', null, h('p', {class: 'soft'}, 'Reading …'));
  const note = h('p', {class: 'soft'});
  const levels = levelsSection(context, {entity}, () => follower.refresh());
  const audit = auditSection({entity}, 'Recent changes');
  const elsewhere = h('input', {id: 'on', type: 'text', required: true, maxlength: '64', spellcheck: 'false', autocapitalize: 'none'});
  fill(context.main, h('p', {class: 'trail'}, 'Entity'), heading, facts, problem,
    section('Buckets', box, note,
      h('form', {class: 'row', onsubmit: (event) => {
        event.preventDefault();
        location.hash = routes.limits(entity, elsewhere.value.trim());
      }}, h('label', {for: 'on'}, 'Its limits on another resource'), elsewhere, h('button', {type: 'submit'}, 'Show'))),
    usageSection({entity}).node, levels.node, audit.node);
  context.title(entity);
  readRecord(entity, heading, facts, context);

  const rows = new Keyed(body, bucketRow);
  const follower = new Follower('entity', {entity}, (answer) => {
    const value = answer.value;
    if (!value) {
      return;
    }
    const lines = value.buckets.flatMap((bucket) => bucket.damage !== null
      ? [{entity: value.entity, bucket, damage: bucket.damage}]
      : bucket.limits.map((limit) => ({entity: value.entity, bucket, limit})));
    rows.update(lines, (line) => line.bucket.resource.id + '#' + (line.limit?.name.id ?? ''));
    if (lines.length === 0) {
      fill(box, h('p', null, 'It has no buckets: it has taken nothing, or not for so long that all was full again.'));
    } else if (!box.contains(body)) {
      fill(box, table('Buckets', ['resource', 'limit', 'left', 'of', 'taken/s', ''], body, 'stacked buckets'));
    }
    say(note, value.more ? 'The first ' + plural(value.buckets.length, 'bucket') + '; there are more.' : '');
  }, (failed) => {
    problem.hidden = !failed;
    say(problem, failed ? failed.message : '');
  });
  return {stop: () => follower.stop()};
}

async function readRecord(entity, heading, facts, context) {
  let found;
  try {
    found = await get('record', {entity});
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    fill(facts, h('div', null, h('dt', null, 'record'), h('dd', null, problem.message)));
    return;
  }
  fill(heading, nameOf(found.entity));
  context.title(nameText(found.entity));
  const record = found.record;
  const entries = [];
  const add = (term, ...values) => entries.push(h('div', null, h('dt', null, term), h('dd', null, ...values)));
  if (found.entity.id !== found.entity.text) {
    add('stored as', visible(found.entity.id));
  }
  if (!record) {
    add('record', 'none: it needs none to have limits');
  } else {
    if (record.name !== found.entity.id) {
      add('name', h('bdi', null, visible(record.name)));
    }
    if (record.parent) {
      add('parent', link(routes.entity(record.parent.id), nameOf(record.parent)), record.cascade ? ', charged too' : ', not charged');
    }
    Object.entries(record.metadata).forEach(([key, value]) => add(visible(key), h('bdi', null, visible(value))));
  }
  if (found.children.length > 0) {
    add('children', found.children.flatMap((child, i) => [i > 0 ? ', ' : '', link(routes.entity(child.id), nameOf(child))]),
      found.moreChildren ? ' and more' : '');
  }
  fill(facts, entries);
}

function bucketRow(first) {
  const {entity, bucket} = first;
  const resource = h('th', {scope: 'row'}, link(routes.limits(entity.id, bucket.resource.id), nameOf(bucket.resource)));
  if (first.damage) {
    return {node: h('tr', null, resource, h('td', {colspan: 5, class: 'bad'}, visible(first.damage))), update: () => {}};
  }
  const left = h('td', {class: 'number'});
  const of = h('td', {class: 'number', 'data-of': 'of'});
  const taken = h('td', {class: 'number', 'data-of': 'taken/s'});
  const bar = meter('Left of ' + nameText(first.limit.name) + ' on ' + nameText(bucket.resource));
  return {
    node: h('tr', null, resource, h('td', null, nameOf(first.limit.name)), left, of, taken, h('td', {class: 'bar'}, bar.node)),
    update: ({limit}) => {
      const share = limit.capacity > 0 ? limit.available / limit.capacity : 0;
      const tone = limit.available < 1 ? 'bad' : share < 0.2 ? 'low' : 'good';
      say(left, count(limit.available));
      left.className = 'number ' + (tone === 'bad' ? 'bad' : '');
      say(of, brief(limit.capacity));
      say(taken, rate(limit.perSecond));
      bar.set(share, percent(share), tone);
    },
  };
}
