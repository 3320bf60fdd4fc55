// A resource: what all its buckets come to, who takes most, and who has nothing left.

import {auditSection} from './audit.js';
import {levelsSection} from './changes.js';
import {TimeChart, meter, roundUp} from './chart.js';
import {Follower} from './client.js';
import {Keyed, fill, h, link, nameOf, nameText, routes, say, table, visible} from './elements.js';
import {usageSection} from './usage.js';
import {brief, count, percent, plural, rate} from './words.js';

export function showResource(context, resource) {
  const heading = h('h1', null, h('bdi', null, visible(resource)));
  const problem = h('p', {class: 'problem', hidden: true});
  const state = h('p', {class: 'soft'}, 'Reading …');
  const cards = h('div');
  const levels = levelsSection(context, {resource}, () => follower.refresh());
  const usage = usageSection({resource});
  const audit = auditSection({resource}, 'Recent changes');
  fill(context.main, h('p', {class: 'trail'}, 'Resource'), heading, problem, state, cards, usage.node, levels.node, audit.node);
  context.title(resource);

  const limits = new Keyed(cards, (limit) => limitCard(context, resource, limit));
  const follower = new Follower('resource', {resource}, (answer) => {
    const value = answer.value;
    if (!value) {
      return;
    }
    fill(heading, nameOf(value.resource));
    context.title(nameText(value.resource));
    say(state, value.buckets === 0 ? 'Nobody has a bucket here: nobody has taken anything, or not for long.'
      : (value.more ? 'The first ' : '') + plural(value.buckets, 'bucket') + (value.more
        ? ', in order of the entities’ names; there are more, which are in none of these figures.' : '.')
        + (value.unreadable > 0 ? ' ' + count(value.unreadable) + ' of them can’t be read.' : ''));
    value.limits.forEach((limit) => {
      limit.points = answer.points;
    });
    limits.update(value.limits, (limit) => limit.name.id);
  }, (failed) => {
    problem.hidden = !failed;
    say(problem, failed ? failed.message : '');
  });
  return {stop: () => follower.stop()};
}

function limitCard(context, resource, first) {
  const figures = {};
  const figure = (key, term) => {
    figures[key] = h('dd');
    return h('div', null, h('dt', null, term), figures[key]);
  };
  const chart = new TimeChart({
    title: 'Taken of ' + nameText(first.name) + ' by all, tokens a second',
    series: [{label: 'taken a second', kind: 'bars', tone: 'flow'}],
    every: () => context.about.everyMillis,
    scale: (points) => {
      const top = roundUp(Math.max(...points.map((point) => point.values[0] ?? 0), 0.01));
      return {top, bottom: 0, ticks: [{value: top, label: rate(top)}, {value: 0, label: '0'}]};
    },
    text: (value) => rate(value),
    summary: (points) => `${rate(points[points.length - 1].values[0])} a second now.`,
  });
  const busiest = entityTable(resource, 'Who takes most', 'Nobody has taken anything.');
  const emptiest = entityTable(resource, 'Who has least left', 'All are full.');
  const node = h('section', {class: 'card'},
    h('h2', null, nameOf(first.name)),
    h('dl', {class: 'figures'}, figure('rate', 'taken a second'), figure('left', 'left, of all capacities'),
      figure('empty', 'without a token now'), figure('buckets', 'buckets')),
    h('h3', null, 'Taken a second'), chart.node,
    h('div', {class: 'two'}, busiest.node, emptiest.node));
  return {
    node,
    update: (limit) => {
      say(figures.rate, rate(limit.perSecond));
      say(figures.left, limit.capacity > 0 ? percent(limit.available / limit.capacity) : '–');
      say(figures.empty, count(limit.empty));
      figures.empty.className = limit.empty > 0 ? 'bad' : '';
      say(figures.buckets, brief(limit.buckets));
      chart.add(limit.points.filter((point) => point.of[limit.name.id])
        .map((point) => ({at: point.at, values: [point.of[limit.name.id][1]], refuses: false})));
      busiest.update(limit.busiest);
      emptiest.update(limit.emptiest);
    },
  };
}

function entityTable(resource, title, none) {
  const body = h('tbody');
  const empty = h('p', {class: 'soft'}, none);
  const whole = table(title, ['entity', 'taken/s', 'left', ''], body);
  const rows = new Keyed(body, (first) => {
    const taken = h('td', {class: 'number'});
    const left = h('td', {class: 'number'});
    const bar = meter('Left of ' + nameText(first.entity));
    return {
      node: h('tr', null, h('th', {scope: 'row'}, link(routes.limits(first.entity.id, resource), nameOf(first.entity))),
        taken, left, h('td', {class: 'bar'}, bar.node)),
      update: (now) => {
        const share = now.capacity > 0 ? now.available / now.capacity : 0;
        say(taken, now.perSecond === null ? '–' : rate(now.perSecond));
        say(left, count(now.available));
        left.className = 'number ' + (now.available < 1 ? 'bad' : '');
        bar.set(share, percent(share), now.available < 1 ? 'bad' : share < 0.2 ? 'low' : 'good');
      },
    };
  });
  return {
    node: h('div', null, h('h3', null, title), empty, whole),
    update: (entities) => {
      empty.hidden = entities.length > 0;
      whole.hidden = entities.length === 0;
      rows.update(entities, (each) => each.entity.id);
    },
  };
}
