// @ts-nocheck
// Updates running campaigns, and starts new ones.

import { t } from '../table/language.js';
import { ask, setKey } from '../table/service.js';
import { show } from './counts.js';
import { h } from '../table/page.js';

const at = (id) => document.getElementById(id);

// All running campaigns are polled together; events would take a connection each.
const every = 2000;

async function refresh() {
  const shown = [...document.querySelectorAll('#running [data-final=false]')];
  if (shown.length === 0) return;
  if (!document.hidden) {
    try {
      const { campaigns } = await ask('/v1/campaigns?count=1000');
      const by = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
      for (const element of shown) {
        const campaign = by.get(element.dataset.campaign);
        if (!campaign) continue;
        show(element, campaign);
        element.dataset.final = campaign.final;
      }
    } catch { /* try again later */ }
  }
  setTimeout(refresh, every);
}

// told returns a player's options, written name=value and separated by spaces.
function told(text) {
  const options = {};
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const at = (entry + '=').indexOf('=');
    const value = entry.slice(at + 1);
    options[entry.slice(0, at)] = /^-?\d+$/.test(value) ? Number(value) : value;
  }
  return options;
}

// order returns the request of the form.
function order() {
  const player = at('player').value;
  const request = { game: at('game').value, seeds: at('scheme').value + ':' + at('from').value + '-' + at('to').value };
  if (player) Object.assign(request, { player, options: told(at('options').value) });
  else if (at('unit').value === 'seconds') request.deadline_ms = Math.round(1000 * at('amount').valueAsNumber);
  else request.states = at('amount').valueAsNumber;
  if (at('width').value) request.stop = { width: at('width').valueAsNumber };
  if (at('share').value) request.share = at('share').valueAsNumber;
  if (!player && at('fresh').checked) request.fresh = true;
  request.priority = Number(at('priority').value);
  return request;
}

// field returns the control for a field of the request.
const field = (name) => at(name.startsWith('options') ? 'options' : {
  game: 'game', seeds: 'from', player: 'player', deadline_ms: 'amount', states: 'amount',
  'stop.width': 'width', stop: 'width', priority: 'priority', share: 'share', fresh: 'fresh',
}[name] || name);

function complain(error) {
  const errors = error.errors && error.errors.length ? error.errors : [{ field: '', detail: error.message }];
  at('errors').replaceChildren(h('ul', {}, errors.map(({ field: name, detail }) => {
    const input = name && field(name);
    if (input) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'errors');
      const folded = input.closest('details');
      if (folded) folded.open = true;
    }
    const place = input ? h('a', { href: '#' + input.id, click: (event) => { event.preventDefault(); input.focus(); } }, (input.labels?.[0]?.textContent.trim() || name) + (name.startsWith('options.') ? ', ' + name.slice(8) : '')) : name;
    return h('li', {}, place, name ? ': ' : '', detail);
  })));
  at('errors').hidden = false;
  at('errors').focus();
}

async function start(event) {
  event.preventDefault();
  at('errors').hidden = true;
  for (const input of at('start').elements) input.removeAttribute('aria-invalid');
  if (at('key') && at('key').value) setKey(at('key').value);
  at('status').textContent = t('starting…');
  try {
    const campaign = await ask('/v1/campaigns', order(), { times: 1 });
    location.assign('/campaigns/' + encodeURIComponent(campaign.id));
  } catch (error) {
    complain(error);
  } finally {
    at('status').textContent = '';
  }
}

function fit() {
  const solved = at('player').value === '';
  at('budget').hidden = !solved;
  at('telling').hidden = solved;
  at('fresh').disabled = !solved;
}

if (at('start')) {
  at('start').addEventListener('submit', start);
  at('player').addEventListener('change', fit);
  at('unit').addEventListener('change', () => { at('amount').value = at('unit').value === 'seconds' ? '20' : '1000000'; });
  fit();
}
refresh();
