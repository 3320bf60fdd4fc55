// A run of a load test while it goes on: how acquires end, how long they take, how each worker is. Nothing is changed here.

import {TimeChart, roundUp} from './chart.js';
import {Follower} from './client.js';
import {Keyed, fill, h, say, section, table, visible} from './elements.js';
import {main, startFrame} from './frame.js';
import {brief, count, rate} from './words.js';

const ENDS = {finished: 'finished', stopped: 'ended early', failed: 'failed'};
let follower = null;

const millis = (micros) => micros === null || micros === undefined || micros < 0 ? '–' : rate(micros / 1000) + ' ms';

function countsChart() {
  return chart('Acquires a second', [
    {label: 'admitted', kind: 'area', tone: 'good'},
    {label: 'refused', kind: 'line', tone: 'flow'},
    {label: 'degraded or failed', kind: 'line', tone: 'bad'},
  ], brief, (value) => count(value) + ' a second',
  (second) => [second.admitted, second.refused, second.degraded + second.failed]);
}

function latencyChart() {
  return chart('Time of admitted acquires', [
    {label: 'half of them within', kind: 'line', tone: 'flow'},
    {label: '99% within', kind: 'line', tone: 'bad'},
  ], (value) => rate(value), (value) => rate(value) + ' ms',
  (second) => [second.p50_us, second.p99_us].map((each) => each === null || each < 0 ? null : each / 1000));
}

function chart(title, series, label, text, values) {
  const drawn = new TimeChart({
    title, series, text,
    every: () => 1000,
    scale: (points) => {
      const top = roundUp(Math.max(1, ...points.flatMap((point) => point.values.map((value) => value ?? 0))));
      return {top, bottom: 0, ticks: [{value: top, label: label(top)}, {value: top / 2, label: label(top / 2)}, {value: 0, label: '0'}]};
    },
    summary: (points) => 'Last: ' + series.map((each, i) => each.label + ' '
      + (points[points.length - 1].values[i] === null ? 'not known' : text(points[points.length - 1].values[i]))).join(', ') + '.',
  });
  return {node: drawn.node, update: (all) => drawn.set(all.map((second) =>
    ({at: second.at_s * 1000, values: values(second), refuses: false})))};
}

function figures() {
  const parts = {};
  const node = h('dl', {class: 'figures'}, ['admitted', 'refused', 'degraded', 'failed', 'a second', '99% within', 'throttled writes',
    'splits', 'write units each'].map((name) => h('div', null, h('dt', null, name), parts[name] = h('dd', null, '–'))));
  return {node, update: (run) => {
    say(parts.admitted, count(run.admitted));
    say(parts.refused, count(run.refused));
    say(parts.degraded, count(run.degraded));
    say(parts.failed, count(run.failed));
    say(parts['a second'], rate(run.per_second));
    say(parts['99% within'], millis(run.latency_us?.admitted?.p99));
    say(parts['throttled writes'], count(run.throttled));
    say(parts.splits, count(run.splits));
    say(parts['write units each'], rate(run.write_units_per_admitted));
  }};
}

function workers() {
  const body = h('tbody');
  const rows = new Keyed(body, (worker) => {
    const cells = [0, 1, 2, 3].map(() => h('td'));
    return {
      node: h('tr', null, h('th', {scope: 'row'}, String(worker.worker)), cells),
      update: (now) => {
        say(cells[0], (ENDS[now.end] ?? 'runs') + (now.problem ? ': ' + visible(now.problem) : ''));
        say(cells[1], count(now.admitted));
        say(cells[2], count(now.refused));
        say(cells[3], count(now.degraded + now.failed));
      },
    };
  });
  return {
    node: table('Workers', ['worker', 'how it is', 'admitted', 'refused', 'degraded or failed'], body),
    update: (run) => rows.update(run.workers, (worker) => worker.worker),
  };
}

function notes() {
  const node = h('div');
  return {node, update: (run) => {
    const text = run.notes.map((note) => visible(note));
    if (node.textContent !== text.join('')) {
      fill(node, text.map((note) => h('p', null, note)));
    }
  }};
}

function planned(run) {
  const plan = run.plan ?? {};
  const last = (plan.stages ?? []).reduce((sum, stage) => sum + stage.millis, 0);
  const names = (plan.scenarios ?? []).map((each) => each.name + (plan.scenarios.length > 1 ? ' (' + each.weight + ')' : ''));
  return [names.join(', '), plan.workers + (plan.workers === 1 ? ' worker' : ' workers'), count(Math.round(Math.min(run.measured_ms, last) / 1000)) + ' of '
    + count(Math.ceil(last / 1000)) + ' s'].map(visible).join(' · ');
}

function show() {
  const parts = [figures(), workers(), notes()];
  const charts = [countsChart(), latencyChart()];
  const trail = h('p', {class: 'trail'});
  const problem = h('p', {class: 'problem', role: 'alert', hidden: true});
  const waiting = h('p', {class: 'soft'}, 'Reading …');
  const heading = h('h1', null, 'Run');
  const body = h('div', {hidden: true},
    section('So far', parts[0].node),
    section('How acquires end', charts[0].node),
    section('How long they take', charts[1].node),
    section('Workers', parts[1].node),
    section('Worth knowing', parts[2].node));
  fill(main, heading, trail, problem, waiting, body);
  follower?.stop();
  follower = new Follower('run', {}, (answer) => {
    const run = answer.value;
    if (!run) {
      return;
    }
    body.hidden = false;
    waiting.hidden = true;
    document.title = visible(run.name) + ' · load test';
    say(heading, visible(run.name));
    say(trail, planned(run));
    parts.forEach((part) => part.update(run));
    charts.forEach((each) => each.update(run.seconds));
  }, (failed) => {
    problem.hidden = failed === null;
    say(problem, failed ? visible(failed.message) : '');
  });
}

startFrame({
  show,
  stop: () => follower?.stop(),
  moved: () => {},
  anew: 'The page was started anew, with another key.',
});
