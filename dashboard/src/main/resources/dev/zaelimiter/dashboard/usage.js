// Usage over time, and who used most: what an aggregator has summed up.

import {TimeChart, meter, roundUp} from './chart.js';
import {Problem, get} from './client.js';
import {fill, h, link, nameOf, nameText, routes, say, section, table} from './elements.js';
import {amount, brief, count, day, hour, month, percent, plural} from './words.js';

const WINDOWS = [
  ['hourly', 'Hours', hour, 'an hour'],
  ['daily', 'Days', day, 'a day'],
  ['monthly', 'Months', month, 'a month'],
];
const OF = {
  '': '.',
  resources: ', on all resources that have limits of their own.',
  entities: ', of the first 50 entities, since no resource has limits of its own.',
};
let groups = 0;

/** Of an entity, of a resource, of an entity on a resource, or of all resources that have limits. */
export function usageSection(fields, begin = 'hourly') {
  const group = 'window-' + ++groups;
  const state = h('p', {class: 'soft'}, 'Reading …');
  const picked = h('select', {id: group + '-limit', onchange: () => show()});
  const choice = h('div', null, h('label', {for: group + '-limit', class: 'soft'}, 'Limit '), picked);
  const box = h('div');
  const choose = h('div', {class: 'choices'},
    h('fieldset', null, h('legend', {class: 'unseen'}, 'Sums by'),
      WINDOWS.map(([value, words]) => h('label', null,
        h('input', {type: 'radio', name: group, value, checked: value === begin, onchange: () => read(value)}), words))),
    choice);
  let found = null;
  let asked = 0;

  const read = async (window) => {
    const number = ++asked;
    try {
      const answer = await get('usage', {...fields, window});
      if (number === asked) {
        found = answer;
        const before = picked.value;
        fill(picked, found.limits.map((limit) => h('option', {value: limit.name.id, selected: limit.name.id === before}, nameText(limit.name))));
        show();
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      if (number === asked) {
        fill(box);
        say(state, problem.message);
      }
    }
  };

  const show = () => {
    const [, words, when, each] = WINDOWS.find(([value]) => value === found.window);
    choice.hidden = found.limits.length < 2;
    const limit = found.limits.find((one) => one.name.id === picked.value) ?? found.limits[0];
    if (!limit) {
      fill(box);
      say(state, 'No usage is stored for this time. An aggregator writes it; where none runs, there is none.');
      return;
    }
    say(state, [
      amount(limit.total.consumed) + ' tokens of ' + nameText(limit.name) + ' in the last ' + found.starts.length + ' ' + words.toLowerCase() + ', in UTC' + OF[found.of],
      limit.total.bypassed !== 0 ? amount(limit.total.bypassed) + ' of them while a bypass held.' : '',
      limit.total.overdrawn > 0 ? plural(limit.total.overdrawn, 'take') + ' left a soft limit in debt, where a hard one would have refused.' : '',
      found.more ? 'Only the newest ' + count(found.records) + ' records were read; older windows lack some.' : '',
    ].filter((text) => text).join(' '));
    fill(box, chartOf(found, limit, when, each).node, fields.entity ? null : topOf(limit, fields.resource));
  };

  read(begin);
  return {node: section('Usage over time', choose, state, box)};
}

function chartOf(found, limit, when, each) {
  const chart = new TimeChart({
    title: 'Tokens of ' + nameText(limit.name) + ' used ' + each,
    series: [{label: 'used', kind: 'bars', tone: 'flow'}],
    every: () => found.end - found.starts[0],
    when: (point) => when(point.start),
    ticksAt: () => ticks(found),
    scale: (points) => {
      const values = points.map((point) => point.values[0] ?? 0);
      const top = roundUp(Math.max(...values, 1));
      const bottom = Math.min(0, ...values);
      return {top, bottom, ticks: [{value: top, label: brief(top)}, {value: 0, label: '0'}]};
    },
    text: (value) => amount(value),
    summary: (points) => {
      const peak = points.slice(1).reduce((a, b) => (b.values[0] > a.values[0] ? b : a));
      return 'Most in the window from ' + when(peak.start) + ': ' + amount(peak.values[0]) + '.';
    },
  });
  const ends = [...found.starts.slice(1), found.end];
  chart.set([{at: found.starts[0], start: found.starts[0], values: [null], refuses: false},
    ...found.starts.map((start, i) => ({at: ends[i], start, values: [limit.windows[i].consumed], refuses: false}))]);
  return chart;
}

/** Noons and midnights, each fifth day, each second month. */
function ticks(found) {
  if (found.window === 'hourly') {
    return found.starts.filter((start) => new Date(start).getUTCHours() % 12 === 0)
      .map((start) => ({at: start, label: new Date(start).getUTCHours() === 0 ? day(start) : '12:00'}));
  }
  const step = found.window === 'daily' ? 5 : 2;
  return found.starts.filter((start, i) => i % step === 0)
    .map((start) => ({at: start, label: found.window === 'daily' ? day(start) : month(start)}));
}

function topOf(limit, resource) {
  const most = limit.top[0]?.consumed ?? 0;
  return h('div', null, h('h3', null, 'Top consumers'),
    table('Top consumers of ' + nameText(limit.name), ['entity', 'used', 'of all', ''], h('tbody', null, limit.top.map((one) => {
      const bar = meter('Share of the most');
      bar.set(most > 0 ? one.consumed / most : 0, percent(limit.total.consumed > 0 ? one.consumed / limit.total.consumed : 0), 'used');
      return h('tr', null,
        h('th', {scope: 'row'}, link(resource ? routes.limits(one.entity.id, resource) : routes.entity(one.entity.id), nameOf(one.entity))),
        h('td', null, amount(one.consumed)),
        h('td', null, limit.total.consumed > 0 ? percent(one.consumed / limit.total.consumed) : '–'),
        h('td', {class: 'bar'}, bar.node));
    }))),
    h('p', {class: 'soft'}, 'What is charged to a parent, too, stands at both.'),
    limit.entities > limit.top.length ? h('p', {class: 'soft'}, plural(limit.entities - limit.top.length, 'more entity', 'more entities') + '.') : null);
}
