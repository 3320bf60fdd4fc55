// Numbers, times and limits in words.

const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const short = new Intl.NumberFormat('en', {notation: 'compact', maximumSignificantDigits: 4});
const fine = new Intl.NumberFormat('en', {maximumSignificantDigits: 3});
const clock = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'});
const minutes = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

const utc = (options) => new Intl.DateTimeFormat('en-GB', {...options, timeZone: 'UTC'});
const hours = utc({day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
const days = utc({day: 'numeric', month: 'short'});
const months = utc({month: 'short', year: 'numeric'});

// Windows of usage begin and end in UTC.
export const hour = (millis) => hours.format(millis) + ' UTC';
export const day = (millis) => days.format(millis);
export const month = (millis) => months.format(millis);

export const count = (number) => whole.format(number);
export const brief = (number) => Math.abs(number) < 1e5 ? whole.format(number) : short.format(number);
export const time = (millis) => clock.format(millis);
export const minute = (millis) => minutes.format(millis);
export const moment = (millis) => date.format(millis);

/** Tokens, perhaps in parts. */
export const amount = (number) => new Intl.NumberFormat('en', {maximumFractionDigits: 3}).format(number);

export function plural(number, one, many) {
  return count(number) + ' ' + (number === 1 ? one : many ?? one + 's');
}

export function rate(perSecond) {
  return perSecond === null || perSecond === undefined ? '–' : fine.format(Math.abs(perSecond) < 0.005 ? 0 : perSecond);
}

export function percent(share) {
  const value = share * 100;
  return (value > 0 && value < 1 ? '<1' : value > 99 && value < 100 ? '>99' : String(Math.round(value))) + '%';
}

const UNITS = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];

/** As "1 h 5 min"; the two largest units that say something. */
export function duration(millis) {
  if (millis < 10_000) {
    return fine.format(Math.ceil(millis / 100) / 10) + ' s';
  }
  let seconds = Math.ceil(millis / 1000);
  const parts = [];
  for (const [unit, size] of UNITS) {
    const number = Math.floor(seconds / size);
    if (number > 0 && parts.length < 2) {
      parts.push(count(number) + ' ' + unit);
      seconds -= number * size;
    } else if (parts.length > 0) {
      break;
    }
  }
  return parts.join(' ');
}

const PERIODS = {1: 'a second', 60: 'a minute', 3600: 'an hour', 86400: 'a day'};

/** As "100 a minute, up to 200 at once". */
export function allows(limit) {
  if (limit.budget) {
    return count(limit.capacity) + ' in all, which never come back';
  }
  const period = PERIODS[limit.periodSeconds] ?? 'every ' + duration(limit.periodSeconds * 1000);
  const burst = limit.capacity === limit.amount ? '' : ', up to ' + count(limit.capacity) + ' at once';
  return count(limit.amount) + ' ' + period + burst + (limit.soft ? ', refuses nothing' : '');
}

/** What comes back by itself, a second. */
export function refill(limit) {
  return limit.budget ? 0 : limit.amount / limit.periodSeconds;
}

export const LEVELS = {
  CALL: 'given with the call',
  ENTITY_RESOURCE: 'of the entity on this resource',
  ENTITY: 'of the entity',
  RESOURCE: 'of the resource',
  SYSTEM: 'of the system',
};

export const ACCESS = {
  ENABLED: 'enabled',
  DISABLED: 'disabled: every request is refused',
  BYPASS: 'bypassed: every request is granted',
};

/** As "limits set" for limits_set. */
export function action(word) {
  return word.replaceAll('_', ' ');
}

/** Values of a record as "rpm: 100, tpm: …", whatever is nested in them. */
export function facts(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  if (Array.isArray(value)) {
    return value.map(facts).join('; ');
  }
  if (typeof value === 'object') {
    return Object.entries(value).map(([key, each]) => key + ' ' + facts(each)).join(', ');
  }
  return typeof value === 'number' ? count(value) : String(value);
}
