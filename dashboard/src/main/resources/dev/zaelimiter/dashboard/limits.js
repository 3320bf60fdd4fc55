// The limits of one entity on one resource: what is left, what is taken, and whether a token would be refused now.

import {auditSection} from './audit.js';
import {levelsSection} from './changes.js';
import {TimeChart, meter, roundUp} from './chart.js';
import {Follower} from './client.js';
import {Keyed, announce, fill, h, link, nameOf, nameText, routes, say, visible} from './elements.js';
import {usageSection} from './usage.js';
import {LEVELS, allows, brief, count, duration, percent, rate, refill} from './words.js';

export function showLimits(context, entity, resource) {
  const heading = h('h1', null, h('bdi', null, visible(entity)), ' on ', h('bdi', null, visible(resource)));
  const trail = h('nav', {class: 'trail', 'aria-label': 'Where this is'});
  const state = h('p', {class: 'soft'}, 'Reading …');
  const problem = h('p', {class: 'problem', hidden: true});
  const cards = h('div', {class: 'cards'});
  const levels = levelsSection(context, {entity, resource}, () => follower.refresh());
  const usage = usageSection({entity, resource});
  const audit = auditSection({entity}, 'Recent changes of the entity');
  fill(context.main, trail, heading, problem, state, cards, usage.node, levels.node, audit.node);
  context.title(entity + ' on ' + resource);

  let refusing = new Set();
  const limits = new Keyed(cards, (line) => limitCard(context, line));
  const follower = new Follower('limits', {entity, resource}, (answer) => {
    const value = answer.value;
    if (!value) {
      return;
    }
    fill(trail, link(routes.entity(value.entity.id), nameOf(value.entity)), ' › ',
      link(routes.resource(value.resource.id), nameOf(value.resource)));
    fill(heading, nameOf(value.entity), ' on ', nameOf(value.resource));
    context.title(nameText(value.entity) + ' on ' + nameText(value.resource));
    say(state, words(value));
    value.lines.forEach((line) => {
      line.ofParent = line.entity.id !== value.entity.id;
      line.looks = value.looks;
      line.points = answer.points;
    });
    limits.update(value.lines, (line) => line.id);
    const now = new Set(value.lines.filter((line) => line.refuses).map((line) => line.name.text));
    const changed = [...now].filter((name) => !refusing.has(name)).map((name) => visible(name) + ' refuses now')
      .concat([...refusing].filter((name) => !now.has(name)).map((name) => visible(name) + ' grants again'));
    if (changed.length > 0) {
      announce(changed.join(', '));
    }
    refusing = now;
  }, (failed) => {
    problem.hidden = !failed;
    say(problem, failed ? failed.message : '');
  });
  return {stop: () => follower.stop()};
}

function words(value) {
  if (value.lines.length === 0) {
    return 'No limits hold here: whatever is asked for is wrong use.';
  }
  if (value.access === 'DISABLED') {
    return 'Switched off: every request is refused, whatever the balances.';
  }
  return '';
}

/** One limit, with its balance and what is taken of it over time. */
function limitCard(context, first) {
  const name = h('h2', null, nameOf(first.name));
  const whose = h('p', {class: 'soft'});
  const left = h('strong');
  const of = h('span', {class: 'soft'});
  const bar = meter('Left of ' + nameText(first.name));
  const verdict = h('p', {class: 'verdict'});
  const flow = h('p', {class: 'soft'});
  const looks = h('p', {class: 'soft'});
  let line = first;
  const every = () => context.about.everyMillis;
  const balance = new TimeChart({
    title: 'Balance of ' + nameText(first.name),
    series: [{label: 'balance', kind: 'area', tone: 'tokens'}],
    every,
    scale: (points) => {
      const values = points.map((point) => point.values[0] ?? 0);
      const top = Math.max(line.capacity, ...values, 1);
      const bottom = Math.min(0, ...values);
      const ticks = [{value: top, label: brief(top)}, {value: 0, label: '0'}];
      if (bottom < -top * 0.08) {
        ticks.push({value: bottom, label: brief(bottom)});
      }
      return {top, bottom, ticks};
    },
    text: (value) => count(value),
    summary: (points) => `${count(points[points.length - 1].values[0])} of ${count(line.capacity)} tokens now.`,
  });
  const taken = new TimeChart({
    title: 'Taken of ' + nameText(first.name) + ', tokens a second',
    series: [{label: 'taken a second', kind: 'bars', tone: 'flow'}],
    every,
    scale: (points) => {
      const top = roundUp(Math.max(...points.map((point) => point.values[0] ?? 0), refill(line), 0.01));
      return {top, bottom: 0, ticks: [{value: top, label: rate(top)}, {value: 0, label: '0'}]};
    },
    text: (value) => rate(value),
    summary: (points) => `${rate(points[points.length - 1].values[0])} a second now, and ${rate(refill(line))} come back.`,
  });
  balance.node.classList.add('first');
  const node = h('section', {class: 'card limit'},
    h('div', {class: 'head'}, h('div', null, name, whose), verdict),
    h('p', {class: 'figure'}, left, ' ', of), bar.node,
    h('h3', null, 'Balance'), balance.node,
    h('h3', null, 'Taken a second'), taken.node,
    flow, looks);

  const update = (now) => {
    line = now;
    const share = now.capacity > 0 ? now.balance / now.capacity : 0;
    const tone = now.refuses ? 'bad' : share < 0.2 ? 'low' : 'good';
    fill(whose, now.ofParent ? ['of ', link(routes.entity(now.entity.id), nameOf(now.entity)), ', who is charged too: '] : null,
      allows(now), now.level && now.level !== 'CALL' ? ', ' + LEVELS[now.level] : '');
    say(left, count(now.balance));
    say(of, now.balance < 0 ? 'in debt, of ' + count(now.capacity) : 'of ' + count(now.capacity) + ' left, ' + percent(share));
    bar.set(share, count(now.balance) + ' of ' + count(now.capacity), tone);
    verdict.className = 'verdict ' + (now.refuses ? 'bad' : 'good');
    say(verdict, now.soft ? 'counts, refuses nothing' : !now.refuses ? 'grants'
      : now.retryMillis === null ? 'refuses for ever' : 'refuses, for ' + duration(now.retryMillis));
    say(flow, now.perSecond === null ? 'The rate is known from the second look on.'
      : `${rate(now.perSecond)} taken a second; ${rate(refill(now))} come back a second.`);
    say(looks, `Refusing in ${count(now.refusedLooks)} of ${count(now.looks)} looks. Between looks nobody knows.`);
    const points = now.points.filter((point) => point.of[now.id]);
    const last = points[points.length - 1];
    if (last) {
      balance.add(points.map((point) => ({at: point.at, values: [point.of[now.id][0]], refuses: point.of[now.id][2]})));
      taken.add(points.map((point) => ({at: point.at, values: [point.of[now.id][1]], refuses: false})));
    }
  };
  return {node, update};
}
