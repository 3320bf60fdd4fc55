'use strict';

// Balances are looked at twice a second; nothing is looked at while nobody looks at the page.
const EVERY_MILLIS = 500;
const PATH = '/v1/chat/completions';
const byId = (id) => document.getElementById(id);

function node(name, text, classes) {
  const made = document.createElement(name);
  if (text !== undefined) { made.textContent = text; }
  if (classes) { made.className = classes; }
  return made;
}

function balance(each) {
  const row = node('div', undefined, each.available === 0 ? 'balance empty' : 'balance');
  const bar = node('progress');
  bar.max = each.capacity;
  bar.value = each.available;
  bar.setAttribute('aria-label', each.name);
  const left = each.debt > 0 ? `${each.debt} in debt` : `${each.available} of ${each.capacity}`;
  row.append(node('span', each.name), bar, node('span', left));
  return row;
}

function account(each) {
  const card = node('div', undefined, 'account');
  card.append(node('h3', each.entity), ...each.balances.map(balance));
  return card;
}

function event(each) {
  const row = node('tr');
  row.append(node('td', each.entity), node('td', each.what, each.what.split(' ')[0]), node('td', each.detail));
  return row;
}

function say(text, kind) {
  const state = byId('state');
  if (state.textContent !== text) {
    state.textContent = text;
    state.className = kind;
  }
}

async function look() {
  try {
    const state = await (await fetch('/api/state')).json();
    byId('accounts').replaceChildren(...state.accounts.map(account));
    byId('events').replaceChildren(...state.events.map(event));
    say('Live', 'live');
  } catch {
    say('No connection: is the gateway running?', 'lost');
  }
}

async function lookOn() {
  if (!document.hidden) { await look(); }
  setTimeout(lookOn, EVERY_MILLIS);
}

function shown(response, text) {
  const fields = ['ratelimit-policy', 'ratelimit', 'retry-after']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  return [`HTTP ${response.status}`, ...fields, '', text].join('\n');
}

async function ask(button) {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'Authorization': `Bearer ${byId('key').value}`},
    body: JSON.stringify({
      model: 'stand-in',
      stream: button.dataset.stream === 'true',
      messages: [{role: 'user', content: button.dataset.prompt}],
    }),
  });
  let text = '';
  try {
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) { text += piece.value; }
  } catch {
    text += '\n(broken off)';
  }
  byId('answer').textContent = shown(response, text);
}

for (const button of document.querySelectorAll('button[data-prompt]')) {
  button.addEventListener('click', async () => {
    const times = Number(button.dataset.times ?? 1);
    try {
      await Promise.all(Array.from({length: times}, () => ask(button)));
    } catch {
      byId('answer').textContent = 'No connection: is the gateway running?';
    }
    await look();
  });
}

byId('command').textContent = `curl -i ${location.origin}${PATH} -H 'Authorization: Bearer sk-demo-ada' `
  + `-H 'Content-Type: application/json' -d '{"messages":[{"role":"user","content":"Tell me a story."}]}'`;
lookOn();
