// The dashboard: which view is shown.

import {Follower} from './client.js';
import {say, visible} from './elements.js';
import {showEntity} from './entity.js';
import {main, startFrame} from './frame.js';
import {showLimits} from './limits.js';
import {showOverview} from './overview.js';
import {showResource} from './resource.js';
import {startSearch} from './search.js';

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

function showView() {
  if (location.hash === '#main') {
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

function show(said) {
  about = said;
  const bound = about.unitsPerMinute > 0
    ? ' While it is looked at, this page reads about ' + about.unitsPerMinute + ' units a minute at most.' : '';
  say(document.getElementById('foot'), 'Times are in your time zone. Figures are as the store has them.' + bound
    + (about.changes ? ' Limits can be changed here.' : ' Nothing can be changed here.'));
  follow();
  showView();
}

function stop() {
  view?.stop();
  view = null;
  follower?.stop();
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

startSearch(() => resources);
startFrame({show, stop, moved: showView, anew: 'The dashboard was started anew, with another key.'});
