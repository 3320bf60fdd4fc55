// Where limits come from, level by level; and, where it is allowed, the dialogs that change a level.

import {Problem, get, post, refreshAll} from './client.js';
import {announce, fill, h, nameOf, nameText, say, section, visible} from './elements.js';
import {ACCESS, allows, count} from './words.js';

/** The levels that speak of an entity, a resource, or both; changed() is called after one was changed here. */
export function levelsSection(context, fields, changed) {
  const list = h('ul', {class: 'levels'});
  const state = h('p', {class: 'soft'}, 'Reading …');
  const both = Boolean(fields.entity && fields.resource);
  const node = section(both ? 'Where the limits come from' : fields.entity || fields.resource ? 'Stored limits' : 'Limits of the system',
    list, state);
  const read = async () => {
    try {
      const found = await get('levels', fields);
      fill(list, found.levels.map((level) => levelItem(context, both ? level : {...level, decides: false}, () => {
        read();
        changed?.();
        refreshAll();
      })));
      const access = 'Access: ' + (ACCESS[found.access] ?? found.access) + '.';
      say(state, both ? 'The first level with limits decides, alone. ' + access : fields.entity || fields.resource ? access : '');
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      say(state, problem.message);
    }
  };
  read();
  return {node};
}

function placeOf(level) {
  if (level.entity && level.resource) {
    return [nameOf(level.entity), ' on ', nameOf(level.resource)];
  }
  if (level.entity) {
    return [nameOf(level.entity), ', on every resource'];
  }
  return level.resource ? [nameOf(level.resource), ', for everybody'] : ['The system, for all the rest'];
}

function placeText(level) {
  const entity = level.entity ? nameText(level.entity) : null;
  const resource = level.resource ? nameText(level.resource) : null;
  return entity && resource ? entity + ' on ' + resource : entity ?? (resource ? 'resource ' + resource : 'the system');
}

function levelItem(context, level, changed) {
  const edit = context.about.changes
    ? h('div', {class: 'actions'},
      h('button', {type: 'button', class: 'quiet', onclick: () => editLimits(level, changed)},
        level.limits.length > 0 ? 'Change limits' : 'Set limits', h('span', {class: 'unseen'}, ' of ' + placeText(level))),
      level.entity || level.resource
        ? h('button', {type: 'button', class: 'quiet', onclick: () => editAccess(level, changed)}, 'Switch',
          h('span', {class: 'unseen'}, ' ' + placeText(level))) : null)
    : null;
  return h('li', {class: level.decides ? 'decides' : null},
    h('div', null,
      h('p', null, h('strong', null, placeOf(level)), level.decides ? h('span', {class: 'chip'}, 'decides') : null,
        level.access ? h('span', {class: 'chip ' + (level.access === 'ENABLED' ? '' : 'bad')}, level.access.toLowerCase()) : null),
      level.limits.length === 0 ? h('p', {class: 'soft'}, 'no limits')
        : h('ul', {class: 'plain'}, level.limits.map((limit) => h('li', null, nameOf(limit.name), ': ' + allows(limit)))),
      level.onUnavailable ? h('p', {class: 'soft'}, 'If the store is away: ' + level.onUnavailable.toLowerCase()) : null),
    edit);
}

function fieldsOf(level) {
  const fields = [['version', String(level.version)]];
  if (level.entity) {
    fields.push(['entity', level.entity.id]);
  }
  if (level.resource) {
    fields.push(['resource', level.resource.id]);
  }
  return fields;
}

const PERIODS = [['second', 1], ['minute', 60], ['hour', 3600], ['day', 86400]];
let rowNumber = 0;

function limitRow(limit) {
  const id = 'limit-' + ++rowNumber + '-';
  const input = (name, label, properties) => {
    const field = h('input', {id: id + name, ...properties});
    return [field, h('div', {class: 'field'}, h('label', {for: id + name}, label), field)];
  };
  const number = {type: 'text', inputmode: 'numeric', pattern: '[0-9]+', required: true};
  const [name, nameField] = input('name', 'Name', {
    type: 'text', value: limit?.name.id ?? '', required: true, maxlength: '64', spellcheck: 'false', autocapitalize: 'none'});
  const [amount, amountField] = input('amount', 'Tokens', {...number, value: String(limit?.amount ?? '')});
  const [capacity, capacityField] = input('capacity', 'At once', {
    ...number, required: false, value: limit && limit.capacity !== limit.amount ? String(limit.capacity) : '', placeholder: 'as many'});
  const known = PERIODS.find(([, seconds]) => seconds === (limit?.periodSeconds ?? 60));
  const period = h('select', {id: id + 'period'},
    PERIODS.map(([word, seconds]) => h('option', {value: seconds, selected: known?.[1] === seconds}, word)),
    known ? null : h('option', {value: limit.periodSeconds, selected: true},
      limit.budget ? 'never (a budget)' : count(limit.periodSeconds) + ' s'));
  const soft = h('input', {id: id + 'soft', type: 'checkbox', checked: limit?.soft ?? false});
  const node = h('fieldset', {class: 'limit-row'}, h('legend', {class: 'unseen'}, 'A limit'), nameField, amountField,
    h('div', {class: 'field'}, h('label', {for: id + 'period'}, 'per'), period), capacityField,
    h('div', {class: 'check'}, soft, h('label', {for: id + 'soft'}, 'counts only')),
    h('button', {type: 'button', class: 'quiet', onclick: () => {
      node.remove();
      announce('Limit removed from the form');
    }}, 'Remove', h('span', {class: 'unseen'}, ' this limit')));
  node.read = () => {
    // A budget stays one: what comes back of it is a token in a period that never ends.
    const budget = limit?.budget && Number(period.value) === limit.periodSeconds;
    return {
      name: name.value.trim(),
      amount: amount.value.trim(),
      periodSeconds: period.value,
      capacity: capacity.value.trim() || (budget ? String(limit.capacity) : amount.value.trim()),
      soft: soft.checked,
      budget,
    };
  };
  return node;
}

function limitWords(limit) {
  return visible(limit.name) + ': ' + allows({...limit, amount: Number(limit.amount), capacity: Number(limit.capacity),
    periodSeconds: Number(limit.periodSeconds)});
}

function editLimits(level, changed) {
  const rows = h('div', null, level.limits.map((limit) => limitRow(limit)));
  const note = h('p', {class: 'soft'}, 'Without any limit here, a wider level decides.');
  openDialog('Limits of ' + placeText(level), [rows,
    h('button', {type: 'button', class: 'quiet', onclick: () => {
      const row = limitRow(null);
      rows.append(row);
      row.querySelector('input').focus();
    }}, 'Add a limit'), note], 'Review', () => {
    const wanted = [...rows.children].map((row) => row.read());
    const body = [h('div', {class: 'two'},
      h('div', null, h('h3', null, 'Now'), limitList(level.limits.map((limit) => nameText(limit.name) + ': ' + allows(limit)))),
      h('div', null, h('h3', null, 'Then'), limitList(wanted.map(limitWords)))),
      h('p', {class: 'soft'}, 'It reaches every process within the time to live of its configuration cache, usually a minute.')];
    confirm((wanted.length === 0 ? 'Delete the limits of ' : 'Set the limits of ') + placeText(level) + '?', body, 'limits',
      [...fieldsOf(level), ...wanted.map((limit) =>
        ['limit', [limit.name, limit.amount, limit.periodSeconds, limit.capacity, limit.soft].join(',')])],
      wanted.length === 0, changed);
  });
}

function limitList(texts) {
  return texts.length === 0 ? h('p', {class: 'soft'}, 'no limits')
    : h('ul', {class: 'plain'}, texts.map((text) => h('li', null, text)));
}

const SWITCHES = [
  ['NONE', 'Say nothing: a wider level decides'],
  ['ENABLED', 'Enabled: limits decide, whatever wider levels say'],
  ['DISABLED', 'Disabled: every request is refused'],
  ['BYPASS', 'Bypassed: every request is granted, and counted'],
];

function editAccess(level, changed) {
  const now = level.access ?? 'NONE';
  const choices = SWITCHES.map(([value, words]) => h('label', {class: 'choice'},
    h('input', {type: 'radio', name: 'access', value, checked: value === now}), words));
  openDialog('Switch ' + placeText(level), [h('fieldset', null, h('legend', {class: 'unseen'}, 'Access'), choices)], 'Review', (form) => {
    const wanted = new FormData(form).get('access');
    const words = (value) => SWITCHES.find(([each]) => each === value)[1];
    confirm('Switch ' + placeText(level) + '?', [h('div', {class: 'two'},
      h('div', null, h('h3', null, 'Now'), h('p', null, words(now))),
      h('div', null, h('h3', null, 'Then'), h('p', null, words(wanted))))],
    'access', [...fieldsOf(level), ['access', wanted]], wanted === 'DISABLED' || wanted === 'BYPASS', changed);
  });
}

/** Shows what would be changed, and changes it when that is confirmed; asks once more before what can't be undone. */
function confirm(title, body, path, fields, grave, changed) {
  const problem = h('p', {class: 'problem', role: 'alert', hidden: true});
  openDialog(title, [...body, problem], 'Change it', async (form) => {
    const button = form.querySelector('button[type=submit]');
    button.disabled = true;
    try {
      const answer = await post(path, fields);
      if (answer.raisesTo) {
        confirm(title, [...body, h('p', {class: 'problem'},
          `This raises client_min_version of the table from ${answer.raisesFrom} to ${answer.raisesTo}, for good: clients of the`
          + ` Python system before ${answer.raisesTo} can’t use it any more.`)], path, [...fields, ['agreed', 'yes']], true, changed);
        return;
      }
      document.getElementById('dialog').close();
      announce('Changed');
      changed();
    } catch (failed) {
      if (!(failed instanceof Problem)) {
        throw failed;
      }
      problem.hidden = false;
      say(problem, failed.message);
    }
    button.disabled = false;
  }, grave);
}

function openDialog(title, body, act, submit, grave) {
  const dialog = document.getElementById('dialog');
  const form = h('form', {method: 'dialog', onsubmit: (event) => {
    event.preventDefault();
    submit(form);
  }}, h('h2', {id: 'dialog-title'}, title), body,
  h('div', {class: 'buttons'},
    h('button', {type: 'button', class: 'quiet', onclick: () => dialog.close()}, 'Cancel'),
    h('button', {type: 'submit', class: grave ? 'grave' : null}, act)));
  fill(dialog, form);
  if (!dialog.open) {
    dialog.showModal();
  }
  (form.querySelector('input') ?? form.querySelector('button')).focus();
}

