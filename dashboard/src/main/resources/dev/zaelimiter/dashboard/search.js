// The field that finds entities and resources, a list below it: the combobox of the ARIA practices.

import {Problem, get} from './client.js';
import {fill, h, nameOf, routes, visible} from './elements.js';

const PAUSE = 200;

export function startSearch(resources) {
  const field = document.getElementById('query');
  const list = document.getElementById('found');
  const form = document.getElementById('search');
  let options = [];
  let active = -1;
  let timer = 0;
  let asked = 0;

  const close = () => {
    list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
    active = -1;
  };

  const choose = (route) => {
    close();
    field.value = '';
    location.hash = route;
    document.getElementById('main').focus();
  };

  const mark = (index) => {
    active = index;
    options.forEach((option, i) => option.node.setAttribute('aria-selected', String(i === index)));
    if (index >= 0) {
      field.setAttribute('aria-activedescendant', options[index].node.id);
      options[index].node.scrollIntoView({block: 'nearest'});
    } else {
      field.removeAttribute('aria-activedescendant');
    }
  };

  const option = (kind, name, act, hint) => {
    const node = h('div', {
      id: 'option-' + options.length, role: 'option', 'aria-selected': 'false',
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => act(),
    }, h('span', {class: 'kind'}, kind), name, hint ? h('span', {class: 'soft'}, hint) : null);
    options.push({node, act});
    return node;
  };

  const show = (text, page, problem) => {
    options = [];
    const nodes = [];
    const lower = text.toLowerCase();
    resources().filter((name) => name.text.toLowerCase().startsWith(lower)).slice(0, 8).forEach((name) =>
      nodes.push(option('resource', nameOf(name), () => choose(routes.resource(name.id)))));
    page.names.forEach((name) => nodes.push(option('entity', nameOf(name), () => choose(routes.entity(name.id)))));
    if (page.next) {
      nodes.push(option('', h('span', {class: 'soft'}, 'More entities …'), () => ask(text, page)));
    }
    if (text && !page.names.some((name) => name.text === text || name.id === text)) {
      nodes.push(option('entity', h('bdi', null, visible(text)), () => choose(routes.entity(text)), 'of which nothing is stored'));
    }
    if (text && !resources().some((name) => name.text === text)) {
      nodes.push(option('resource', h('bdi', null, visible(text)), () => choose(routes.resource(text)), 'without limits of its own'));
    }
    if (problem) {
      nodes.push(h('p', {class: 'soft'}, problem.message));
    }
    fill(list, nodes);
    list.hidden = nodes.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    mark(-1);
  };

  const ask = async (text, before) => {
    const number = ++asked;
    try {
      const page = await get('search', {prefix: text, after: before?.next});
      if (number === asked) {
        show(text, before ? {names: [...before.names, ...page.names], next: page.next} : page, null);
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      if (number === asked) {
        show(text, {names: [], next: null}, problem);
      }
    }
  };

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(field.value.trim(), null), PAUSE);
  };

  field.addEventListener('input', later);
  field.addEventListener('focus', later);
  field.addEventListener('blur', () => {
    clearTimeout(timer);
    asked++;
    close();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) {
        later();
      } else if (options.length > 0) {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        mark((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
      }
    } else if (event.key === 'Escape') {
      close();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (active >= 0) {
      options[active].act();
    } else if (field.value.trim()) {
      choose(routes.entity(field.value.trim()));
    }
  });
}
