// What is around the content of each page: its key, the state it is in, the pause, and what to do without an answer.

import {Problem, get, isPaused, onLocked, onState, setPaused, takeKey, useKey} from './client.js';
import {fill, h, say, visible} from './elements.js';

export const main = document.getElementById('main');

/**
 * Begins. The page is shown by show(about), and again after each new key; stop() ends what is shown; moved() hears of
 * another address behind the #; anew is what is told when the server has another key than before.
 */
export function startFrame({show, stop, moved, anew}) {
  const state = document.getElementById('state');

  function askForKey(message) {
    stop();
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
    say(state, 'Locked');
    field.focus();
  }

  async function begin() {
    let about;
    try {
      about = await get('about');
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      if (problem.status === 401) {
        askForKey('This page is shown to those who started it.');
      } else {
        fill(main, h('section', {class: 'card narrow'}, h('h1', null, 'Nothing to show'),
          h('p', null, problem.message), h('button', {type: 'button', onclick: begin}, 'Try again')));
      }
      return;
    }
    say(document.getElementById('title'), visible(about.title));
    show(about);
  }

  function open() {
    takeKey();
    begin();
  }

  const pause = document.getElementById('pause');
  pause.addEventListener('click', () => setPaused(!isPaused()));
  onLocked(() => askForKey(anew));
  onState(({kind, text}) => {
    state.className = 'state ' + kind;
    say(state, text);
    say(pause, isPaused() ? 'Go on' : 'Pause');
  });
  document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) {
      open();
    } else {
      moved();
    }
  });
  open();
}
