// Makes elements. All text goes in as text: nothing that comes from the store is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element: h('p', {class: 'soft'}, 'text', child). Properties that begin with "on" are listeners. */
export function h(tag, properties, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same, of SVG. */
export function s(tag, properties, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets text only where it has changed, so that a reader's place and selection stay. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Characters that can't be seen, or turn the text around, are written as their numbers. */
export function visible(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (c) => '\\u{' + c.codePointAt(0).toString(16) + '}');
}

/** The text of a name {id, text}: what it is to people. */
export function nameText(name) {
  return visible(name.text);
}

/** A name that keeps to itself whichever way it is written. */
export function nameOf(name) {
  return h('bdi', {class: 'name', title: name.id === name.text ? null : 'stored as ' + name.id}, nameText(name));
}

export function link(route, child, label) {
  return h('a', {href: route, 'aria-label': label}, child);
}

export const routes = {
  overview: '#/',
  entity: (id) => '#/entity/' + encodeURIComponent(id),
  resource: (id) => '#/resource/' + encodeURIComponent(id),
  limits: (entity, resource) => '#/limits/' + encodeURIComponent(entity) + '/' + encodeURIComponent(resource),
};

/**
 * Brings the children of an element in line with a list, keeping those that are there: make(item) gives {node, update}, and
 * update(item) is called with each new state.
 */
export class Keyed {
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
    this.parts = new Map();
  }

  update(items, keyOf) {
    const gone = new Set(this.parts.keys());
    let place = null;
    for (const item of items) {
      const key = keyOf(item);
      gone.delete(key);
      if (!this.parts.has(key)) {
        this.parts.set(key, this.make(item));
      }
      const part = this.parts.get(key);
      part.update(item);
      const next = place ? place.nextSibling : this.parent.firstChild;
      if (next !== part.node) {
        this.parent.insertBefore(part.node, next);
      }
      place = part.node;
    }
    for (const key of gone) {
      this.parts.get(key).node.remove();
      this.parts.delete(key);
    }
  }
}

/** Tells who listens, and not who looks. */
export function announce(text) {
  const said = document.getElementById('said');
  said.textContent = '';
  requestAnimationFrame(() => {
    said.textContent = text;
  });
}

/** A section with a heading, and what stands beside it. */
export function section(title, ...children) {
  return h('section', {class: 'card'}, h('h2', null, title), ...children);
}

/** A table in a box that scrolls sideways if it has to. */
export function table(caption, headings, body, kind) {
  return h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
    h('table', {class: kind},
      h('caption', {class: 'unseen'}, caption),
      h('thead', null, h('tr', null, headings.map((heading) => h('th', {scope: 'col'}, heading)))),
      body));
}
