// A chart over time, drawn as SVG: a scale to the left, times below, a marker that follows the pointer or the arrow keys, and
// the same figures as a table. The drawing is stretched to the width that there is, and so holds no text.

import {announce, fill, h, s, say} from './elements.js';
import {minute, time} from './words.js';

const WIDTH = 1000;
const HEIGHT = 100;
const SHORTEST = 60_000;
const MOST_POINTS = 720;
const ROWS = 60;

/** The next round number: what a scale ends with. */
export function roundUp(value) {
  if (!(value > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= value * 0.999999);
}

/**
 * A chart of points {at, values, refuses}; values has a number or null for each of the series.
 *
 * series: {label, kind: 'area' | 'bars' | 'line', tone}; scale(points) gives {top, bottom, ticks: [{value, label}]};
 * text(value, index) says a value in words.
 */
export class TimeChart {
  constructor({title, series, scale, text, summary, every, when, ticksAt}) {
    Object.assign(this, {title, series, scale, text, summary, every, when: when ?? ((point) => time(point.at)), ticksAt});
    this.points = [];
    this.marked = null;
    this.scaleBox = h('div', {class: 'y', 'aria-hidden': 'true'});
    this.marks = s('g');
    this.marker = s('path', {class: 'marker', d: ''});
    this.picture = s('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      this.marks, this.marker);
    this.times = h('div', {class: 'x', 'aria-hidden': 'true'});
    this.tip = h('div', {class: 'tip', 'aria-hidden': 'true', hidden: true});
    this.plot = h('div', {
      class: 'plot', role: 'img', tabindex: '0', 'aria-label': title,
      onpointermove: (event) => this.point(event),
      onpointerdown: (event) => this.point(event),
      onpointerleave: () => this.mark(null),
      onblur: () => this.mark(null),
      onkeydown: (event) => this.key(event),
    }, this.scaleBox, this.picture, this.times, this.tip);
    this.body = h('tbody');
    this.details = h('details', {ontoggle: () => this.fillTable()},
      h('summary', null, 'As a table', h('span', {class: 'unseen'}, ': ' + title)),
      h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title},
        h('table', null,
          h('caption', {class: 'unseen'}, title),
          h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'time'),
            series.map((each) => h('th', {scope: 'col'}, each.label)))),
          this.body)));
    this.node = h('figure', {'aria-label': title},
      series.length > 1 ? h('ul', {class: 'legend'}, series.map((each) => h('li', null, this.sample(each), each.label))) : null,
      this.plot, this.details);
  }

  sample({kind, tone}) {
    return s('svg', {viewBox: '0 0 24 12', 'aria-hidden': 'true'},
      kind === 'line' ? s('path', {class: 'curve ' + tone, d: 'M0 6H24'}) : s('rect', {class: 'fill ' + tone, width: 24, height: 12}));
  }

  /** Other points than before. */
  set(points) {
    this.points = points;
    this.draw();
  }

  add(points) {
    for (const point of points) {
      if (this.points.length === 0 || point.at > this.points[this.points.length - 1].at) {
        this.points.push(point);
      }
    }
    this.points.splice(0, Math.max(0, this.points.length - MOST_POINTS));
    this.draw();
  }

  draw() {
    const points = this.points;
    if (points.length === 0) {
      return;
    }
    const end = points[points.length - 1].at;
    this.start = Math.min(points[0].at, end - SHORTEST);
    this.span = end - this.start;
    this.gap = this.findGap();
    const {top, bottom, ticks} = this.scale(points);
    this.y = (value) => (top - Math.max(bottom, Math.min(top, value))) / (top - bottom) * HEIGHT;
    fill(this.scaleBox, ticks.map((tick) => {
      const label = h('span', null, tick.label);
      label.style.top = this.y(tick.value) + '%';
      return label;
    }));
    fill(this.marks,
      ticks.map((tick) => s('path', {class: tick.value === 0 ? 'zero' : 'grid', d: `M0 ${this.y(tick.value)}H${WIDTH}`})),
      this.refusals(),
      this.series.map((each, index) => this.curve(each, index)));
    this.drawTimes(end);
    this.plot.setAttribute('aria-label', this.title + '. ' + this.summary(points) + ' Arrow keys go through the values.');
    this.mark(this.marked === null || !this.plot.matches(':focus, :hover') ? null : Math.min(this.marked, points.length - 1));
    if (this.details.open) {
      this.fillTable();
    }
  }

  x(at) {
    return (at - this.start) / this.span * WIDTH;
  }

  /** Where nobody looked for some time, there is no line. Looks may be further apart than they should be, all of them. */
  follows(i) {
    return i > 0 && this.points[i].at - this.points[i - 1].at <= this.gap;
  }

  findGap() {
    const pauses = this.points.slice(1).map((point, i) => point.at - this.points[i].at).sort((a, b) => a - b);
    return 3 * Math.max(this.every(), pauses[Math.floor(pauses.length / 2)] ?? 0);
  }

  refusals() {
    let d = '';
    this.points.forEach((point, i) => {
      if (point.refuses && this.follows(i)) {
        d += `M${this.x(this.points[i - 1].at)} 0H${this.x(point.at)}V${HEIGHT}H${this.x(this.points[i - 1].at)}Z`;
      }
    });
    return s('path', {class: 'refusing', d});
  }

  curve({kind, tone}, index) {
    let line = '';
    let area = '';
    let begun = null;
    const floor = this.y(0);
    const close = (at) => {
      if (begun !== null) {
        area += `L${at} ${floor}L${begun} ${floor}Z`;
        begun = null;
      }
    };
    this.points.forEach((point, i) => {
      const value = point.values[index];
      const before = i > 0 ? this.points[i - 1] : null;
      if (kind === 'bars') {
        // What was taken since the look before.
        if (value !== null && before && this.follows(i)) {
          const room = (this.x(point.at) - this.x(before.at)) * 0.08;
          line += `M${this.x(before.at) + room} ${floor}V${this.y(value)}H${this.x(point.at) - room}V${floor}Z`;
        }
        return;
      }
      if (value === null || (begun !== null && !this.follows(i))) {
        close(before ? this.x(before.at) : 0);
      }
      if (value !== null) {
        const place = `${this.x(point.at)} ${this.y(value)}`;
        line += (begun === null ? 'M' : 'L') + place;
        area += (begun === null ? 'M' : 'L') + place;
        begun ??= this.x(point.at);
      }
    });
    close(WIDTH);
    return kind === 'bars' ? s('path', {class: 'fill ' + tone, d: line})
      : s('g', null,
        kind === 'area' ? s('path', {class: 'shade ' + tone, d: area}) : null,
        s('path', {class: 'curve ' + tone, d: line}));
  }

  drawTimes(end) {
    if (this.ticksAt) {
      this.placeTimes(this.ticksAt(this.start, end));
      return;
    }
    const steps = [10, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * 1000);
    const step = steps.find((each) => this.span / each <= 6) ?? Math.ceil(this.span / 6 / 3_600_000) * 3_600_000;
    const labels = [];
    for (let at = Math.ceil(this.start / step) * step; at <= end; at += step) {
      labels.push({at, label: step < 60_000 ? time(at) : minute(at)});
    }
    this.placeTimes(labels);
  }

  placeTimes(labels) {
    fill(this.times, labels.map(({at, label}) => {
      const left = (at - this.start) / this.span;
      const node = h('span', {class: left < 0.06 ? 'first' : left > 0.94 ? 'last' : null}, label);
      node.style.left = left * 100 + '%';
      return node;
    }));
  }

  point(event) {
    const box = this.picture.getBoundingClientRect();
    const at = this.start + (event.clientX - box.left) / box.width * this.span;
    let nearest = 0;
    this.points.forEach((point, i) => {
      if (Math.abs(point.at - at) < Math.abs(this.points[nearest].at - at)) {
        nearest = i;
      }
    });
    this.mark(this.points.length > 0 ? nearest : null);
  }

  key(event) {
    const last = this.points.length - 1;
    const now = this.marked ?? last + 1;
    const next = {ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last}[event.key];
    if (event.key === 'Escape') {
      this.mark(null);
    }
    if (next !== undefined && last >= 0) {
      event.preventDefault();
      this.mark(Math.max(0, Math.min(last, next)));
      announce(this.tip.textContent);
    }
  }

  mark(index) {
    this.marked = index;
    this.tip.hidden = index === null;
    this.marker.setAttribute('d', index === null ? '' : `M${this.x(this.points[index].at)} 0V${HEIGHT}`);
    if (index !== null) {
      const left = this.x(this.points[index].at) / WIDTH;
      say(this.tip, this.when(this.points[index]) + ': ' + this.words(this.points[index]));
      this.tip.classList.toggle('left', left > 0.5);
      const inner = this.picture.getBoundingClientRect();
      const outer = this.plot.getBoundingClientRect();
      this.tip.style.left = inner.left - outer.left + left * inner.width + 'px';
    }
  }

  words(point) {
    return this.series.map((each, i) => (this.series.length > 1 ? each.label + ' ' : '')
      + (point.values[i] === null ? 'not known' : this.text(point.values[i], i))).join(', ')
      + (point.refuses ? ', refuses' : '');
  }

  fillTable() {
    if (!this.details.open) {
      return;
    }
    fill(this.body, this.points.slice(-ROWS).reverse().map((point) => h('tr', null,
      h('th', {scope: 'row'}, this.when(point)),
      this.series.map((each, i) => h('td', null, point.values[i] === null ? '–' : this.text(point.values[i], i))))));
  }
}

/** A bar that shows a share, with the share in words for those who can't see it. */
export function meter(label) {
  const bar = h('span');
  const node = h('span', {class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuemax': '100'}, bar);
  return {
    node,
    set(share, words, tone) {
      const percent = Math.max(0, Math.min(1, share)) * 100;
      bar.style.width = percent + '%';
      bar.className = tone;
      node.setAttribute('aria-valuenow', String(Math.round(percent)));
      node.setAttribute('aria-valuetext', words);
    },
  };
}
