// Where one begins: the resources, the limits of the system, what this process decides, and recent changes.

import {auditSection} from './audit.js';
import {levelsSection} from './changes.js';
import {TimeChart, roundUp} from './chart.js';
import {Follower} from './client.js';
import {Keyed, fill, h, link, nameOf, routes, say, section, table} from './elements.js';
import {usageSection} from './usage.js';
import {brief, count, plural, rate} from './words.js';

export function showOverview(context) {
  context.title('');
  const requests = requestsSection(context);
  const resources = resourcesSection(context);
  const levels = levelsSection(context, {});
  const usage = usageSection({}, 'daily');
  const audit = auditSection({}, 'Recent changes');
  fill(context.main,
    h('h1', {class: 'unseen'}, 'Overview'),
    requests.node,
    h('div', {class: 'columns'}, resources.node, h('div', null, levels.node, requests.instead)),
    usage.node,
    audit.node);
  return {stop: () => {
    requests.stop();
    resources.stop();
  }};
}

function resourcesSection(context) {
  const body = h('tbody');
  const note = h('p', {class: 'soft'});
  const box = h('div', null, h('p', {class: 'soft'}, 'Reading …'));
  const rows = new Keyed(body, (resource) => {
    const own = h('td');
    const entities = h('td');
    return {
      node: h('tr', null, h('th', {scope: 'row'}, link(routes.resource(resource.name.id), nameOf(resource.name))), own, entities),
      update: (now) => {
        say(own, now.defaults ? 'yes' : 'no');
        say(entities, count(now.entities ?? 0));
      },
    };
  });
  context.withResources((value) => {
    rows.update(value.resources, (resource) => resource.name.id);
    if (value.resources.length === 0) {
      fill(box, h('p', null, 'No resource has limits of its own. Limits of the system hold for all of them.'));
    } else {
      fill(box, table('Resources', ['resource', 'limits for everybody', 'entities with limits of their own'], body));
    }
    say(note, [
      value.more > 0 ? plural(value.more, 'more resource') + ' not shown.' : '',
      value.entitiesOnEverything > 0
        ? plural(value.entitiesOnEverything, 'entity has', 'entities have') + ' limits of their own on every resource.' : '',
    ].join(' ').trim());
  });
  return {
    node: section('Resources', h('p', {class: 'soft'}, 'Choose one to see how all its buckets stand, or find an entity above.'), box, note),
    stop: () => context.withResources(() => {}),
  };
}

/** What the process itself has granted and refused, if it is one that does. */
function requestsSection(context) {
  const chart = new TimeChart({
    title: 'Requests a second that this process has decided',
    series: [{label: 'granted', kind: 'area', tone: 'good'}, {label: 'refused', kind: 'line', tone: 'bad'}],
    every: () => context.about.everyMillis,
    scale: (points) => {
      const top = roundUp(Math.max(...points.map((point) => Math.max(point.values[0] ?? 0, point.values[1] ?? 0)), 1));
      return {top, bottom: 0, ticks: [{value: top, label: brief(top)}, {value: 0, label: '0'}]};
    },
    text: (value) => rate(value) + ' a second',
    summary: (points) => {
      const last = points[points.length - 1];
      return `Now ${rate(last.values[0])} granted and ${rate(last.values[1])} refused a second.`;
    },
  });
  const figures = h('p');
  const node = section('Requests of this process', figures, chart.node);
  node.hidden = true;
  const instead = section('Refusals', h('p', null, 'A refusal is stored nowhere: each process counts its own, and this one decides nothing.'),
    h('p', {class: 'soft'}, 'The page of a resource shows who has no token left now. That of an entity on a resource shows whether a token'
      + ' would be refused now, for how long, and in how many looks it was so.'));
  let before = null;
  const follower = new Follower('requests', {}, (answer) => {
    const now = answer.value;
    if (!now || now.granted + now.refused + now.degraded === 0) {
      return;
    }
    node.hidden = false;
    instead.hidden = true;
    say(figures, `${count(now.granted)} granted, ${count(now.refused)} refused and ${count(now.degraded)} without an answer`
      + ' from the store, since the process began.');
    chart.add(answer.points.map((point) => {
      const seconds = before ? (point.at - before.at) / 1000 : 0;
      const values = [0, 1].map((i) => before && seconds > 0
        ? (point.of.requests[i] - before.of.requests[i]) / seconds : null);
      before = point;
      return {at: point.at, values, refuses: false};
    }));
  }, () => {});
  return {node, instead, stop: () => follower.stop()};
}

