// The frame of the page: which view is shown, whether it is live, and what to do without a key.

import {Follower, Problem, get, isPaused, onLocked, onState, setPaused, takeKey, useKey} from './client.js';
import {fill, h, say, visible} from './elements.js';
import {showEntity} from './entity.js';
import {showLimits} from './limits.js';
import {showOverview} from './overview.js';
import {showResource} from './resource.js';
import {startSearch} from './search.js';

const main = document.getElementById('main');
let about = null;
let resources = [];
let view = null;
let follower = null;

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function show() {
  if (location.hash === '#main') {
    return;
  }
  if (location.hash.startsWith('#key=')) {
    start();
    return;
  }
  const parts = location.hash.replace(/^#\/?/, '').split('/').map(decoded);
  view?.stop();
  main.replaceChildren();
  const context = {main, about, withResources, title: (text) => {
    document.title = (text ? visible(text) + ' · ' : '') + 'zae-limiter';
  }};
  if (parts[0] === 'entity' && parts[1]) {
    view = showEntity(context, parts[1]);
  } else if (parts[0] === 'resource' && parts[1]) {
    view = showResource(context, parts[1]);
  } else if (parts[0] === 'limits' && parts[1] && parts[2]) {
    view = showLimits(context, parts[1], parts[2]);
  } else {
    view = showOverview(context);
  }
  scrollTo(0, 0);
}

function askForKey(message) {
  view?.stop();
  view = null;
  follower?.stop();
  const field = h('input', {id: 'key', type: 'text', spellcheck: 'false', autocapitalize: 'none', required: true});
  fill(main, h('section', {class: 'card narrow'},
    h('h1', null, 'The address is missing its key'),
    h('p', null, message),
    h('p', {class: 'soft'}, 'The command printed an address that ends with #key=… Open that one, or paste it here.'),
    h('form', {class: 'row', onsubmit: (event) => {
      event.preventDefault();
      useKey(field.value);
      begin();
    }}, h('label', {for: 'key'}, 'Address or key'), field, h('button', {type: 'submit'}, 'Open'))));
  say(document.getElementById('state'), 'Locked');
  field.focus();
}

async function begin() {
  try {
    about = await get('about');
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    if (problem.status === 401) {
      askForKey('This page is shown to those who started it.');
    } else {
      fill(main, h('section', {class: 'card narrow'}, h('h1', null, 'Nothing to show'), h('p', null, problem.message),
        h('button', {type: 'button', onclick: begin}, 'Try again')));
    }
    return;
  }
  say(document.getElementById('title'), visible(about.title));
  const bound = about.unitsPerMinute > 0
    ? ' While it is looked at, this page reads about ' + about.unitsPerMinute + ' units a minute at most.' : '';
  say(document.getElementById('foot'), 'Times are in your time zone. Figures are as the store has them.' + bound
    + (about.changes ? ' Limits can be changed here.' : ' Nothing can be changed here.'));
  follow();
  show();
}

let onResources = () => {};

/** The resources are asked for once, whichever view is shown: the search and the overview need them. */
function follow() {
  follower?.stop();
  follower = new Follower('resources', {}, (answer) => {
    if (answer.value) {
      resources = answer.value.resources.map((resource) => resource.name);
      onResources(answer.value);
    }
  }, () => {});
}

/** Hears of the resources, the last ones at once. */
function withResources(heard) {
  onResources = heard;
  follower?.refresh();
}

function start() {
  takeKey();
  begin();
}

const pause = document.getElementById('pause');
pause.addEventListener('click', () => setPaused(!isPaused()));
onLocked(() => askForKey('The dashboard was started anew, with another key.'));
onState(({kind, text}) => {
  const state = document.getElementById('state');
  state.className = 'state ' + kind;
  say(state, text);
  say(pause, isPaused() ? 'Go on' : 'Pause');
});
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
startSearch(() => resources);
addEventListener('hashchange', show);
start();
