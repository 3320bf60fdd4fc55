// Asks the server. The key came behind the # of the address, which no browser sends anywhere.

const STORED = 'zae-limiter-dashboard-key';
const LEAST_PAUSE = 500;
const PAUSE_AFTER_FAILURE = 5000;
const LONGEST_PAUSE = 60000;
// About half an hour; who looks at the page again has it asked again.
const MOST_FAILURES = 35;

let key = null;

/** Takes the key from the address, or the one of another tab. */
export function takeKey() {
  const given = /^#key=([\w-]+)$/.exec(location.hash);
  if (given) {
    key = given[1];
    remember(key);
    history.replaceState(null, '', location.pathname + '#/');
  } else {
    key = remembered();
  }
  return key !== null;
}

export function useKey(text) {
  const given = /([\w-]{20,})$/.exec(text.trim());
  key = given ? given[1] : text.trim();
  remember(key);
}

// A browser may forbid to store anything; then each tab needs the address.
function remember(value) {
  try {
    localStorage.setItem(STORED, value);
  } catch {
    return;
  }
}

function remembered() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export class Problem extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const NO_KEY = 401;

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Problem(0, 'The dashboard does not answer. Is its command still running?');
  }
  let value;
  try {
    value = await response.json();
  } catch {
    throw new Problem(response.status, 'The answer can’t be read.');
  }
  if (!response.ok) {
    throw new Problem(response.status, value.error ?? 'status ' + response.status);
  }
  return value;
}

export function get(path, fields) {
  const query = new URLSearchParams(Object.entries(fields ?? {}).filter(([, value]) => value !== null && value !== undefined));
  return answer(fetch('/api/' + path + '?' + query, {headers: {'X-Dashboard-Key': key ?? ''}, cache: 'no-store'}));
}

export function post(path, fields) {
  const form = new URLSearchParams(fields);
  return answer(fetch('/api/' + path, {method: 'POST', headers: {'X-Dashboard-Key': key ?? ''}, body: form}));
}

// What is followed now, and whether somebody has stopped it.
const followers = new Set();
let paused = false;

export const isPaused = () => paused;

export function setPaused(value) {
  paused = value;
  followers.forEach((follower) => follower.wake());
  tell();
}

document.addEventListener('visibilitychange', () => {
  followers.forEach((follower) => follower.wake());
  tell();
});

let listener = () => {};
let locked = () => {};

/** Hears that the key is not that of the server any more. */
export function onLocked(heard) {
  locked = heard;
}

/** Hears how things are: {kind, text}. */
export function onState(heard) {
  listener = heard;
  tell();
}

function tell() {
  const problem = [...followers].map((follower) => follower.problem).find((each) => each);
  if (problem) {
    listener({kind: 'trouble', text: problem.status === 0 ? 'No connection' : 'No answer'});
  } else if (paused) {
    listener({kind: 'paused', text: 'Paused'});
  } else if (document.hidden) {
    listener({kind: 'paused', text: 'Paused while hidden'});
  } else {
    const waits = [...followers].map((follower) => follower.pause).reduce((a, b) => Math.max(a, b), 0);
    listener(waits > 1500
      ? {kind: 'slow', text: 'Next look in ' + Math.ceil(waits / 1000) + ' s'}
      : {kind: 'live', text: 'Live'});
  }
}

/**
 * Asks for something again and again, for as long as somebody looks: not while the page is hidden or paused. Calls
 * heard(answer) with what was read and the points that are new, and failed(problem) with null once it works again.
 */
export class Follower {
  constructor(path, fields, heard, failed) {
    Object.assign(this, {path, fields, heard, failed, since: 0, problem: null, pause: 0, timer: 0, asking: false, over: false, failures: 0});
    this.controller = null;
    followers.add(this);
    this.ask();
  }

  /** Begins again after a pause; does nothing if it is not time. */
  wake() {
    if (this.failures >= MOST_FAILURES) {
      this.failures = 0;
    }
    if (!paused && !document.hidden && !this.asking && !this.timer) {
      this.ask();
    }
  }

  /** Now, as after a change. */
  refresh() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.asking) {
      this.ask();
    }
  }

  stop() {
    this.over = true;
    clearTimeout(this.timer);
    followers.delete(this);
    tell();
  }

  async ask() {
    this.asking = true;
    let next = Math.min(LONGEST_PAUSE, PAUSE_AFTER_FAILURE * 2 ** Math.min(10, this.failures));
    try {
      const answered = await get(this.path, {...this.fields, since: this.since});
      if (this.over) {
        return;
      }
      for (const point of answered.points) {
        this.since = Math.max(this.since, point.at);
      }
      this.failures = 0;
      next = answered.reading && answered.value === null ? LEAST_PAUSE : answered.everyMillis;
      this.pause = answered.pauseMillis;
      this.settle(answered.error ? new Problem(503, answered.error) : null);
      this.heard(answered);
    } catch (problem) {
      if (this.over) {
        return;
      }
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      this.failures += 1;
      if (this.failures >= MOST_FAILURES) {
        problem.message += ' It is not asked any more; choose “Pause” and “Go on”, or come back to this tab, to ask again.';
      }
      this.settle(problem);
      if (problem.status === NO_KEY) {
        locked();
      }
    } finally {
      this.asking = false;
      if (!this.over && !paused && !document.hidden && this.problem?.status !== NO_KEY
        && this.failures < MOST_FAILURES) {
        this.timer = setTimeout(() => {
          this.timer = 0;
          this.wake();
        }, Math.max(LEAST_PAUSE, next));
      }
      tell();
    }
  }

  settle(problem) {
    if (problem || this.problem) {
      this.failed(problem);
    }
    this.problem = problem;
  }
}

export function refreshAll() {
  followers.forEach((follower) => follower.refresh());
}
