// Updates running campaigns, and starts new ones.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { ask, setKey } from '../table/service.js';
import { show } from './counts.js';

// All running campaigns are polled together; events would take a connection each.
const every = 2000;

async function refresh() {
  /** @type {HTMLElement[]} */ const shown = Array.from(document.querySelectorAll('#running [data-final=false]'));
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

// fields are the controls for the fields of a request, where their ids differ.
const fields = { seeds: 'from', deadline_ms: 'amount', states: 'amount', 'stop.width': 'width', stop: 'width' };

// starting starts a campaign by a form.
/** @param {HTMLFormElement} form */
function starting(form) {
  const [player, game, scheme, unit, priority] = ['player', 'game', 'scheme', 'unit', 'priority'].map((id) => part(form, /** @type {'select#id'} */ (`select#${id}`)));
  const [from, to, amount, options, width, share, fresh] = ['from', 'to', 'amount', 'options', 'width', 'share', 'fresh'].map((id) => part(form, /** @type {'input#id'} */ (`input#${id}`)));
  /** @type {HTMLInputElement | null} */ const key = form.querySelector('input#key');
  const status = part(form, 'output#status');
  const errors = part(document, 'div#errors');

  // order returns the request of the form.
  const order = () => {
    /** @type {Record<string, any>} */ const request = { game: game.value, seeds: `${scheme.value}:${from.value}-${to.value}` };
    if (player.value) Object.assign(request, { player: player.value, options: told(options.value) });
    else if (unit.value === 'seconds') request.deadline_ms = Math.round(1000 * amount.valueAsNumber);
    else request.states = amount.valueAsNumber;
    if (width.value) request.stop = { width: width.valueAsNumber };
    if (share.value) request.share = share.valueAsNumber;
    if (!player.value && fresh.checked) request.fresh = true;
    request.priority = Number(priority.value);
    return request;
  };

  // field returns the control for a field of the request.
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.querySelector('#' + (name.startsWith('options') ? 'options' : fields[name] ?? CSS.escape(name))));

  const complain = (error) => {
    const all = error.errors?.length ? error.errors : [{ field: '', detail: error.message }];
    errors.replaceChildren(h('ul', {}, all.map(({ field: name, detail }) => {
      const input = name && field(name);
      if (!input) return h('li', {}, name, name ? ': ' : '', detail);
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'errors');
      const folded = input.closest('details');
      if (folded) folded.open = true;
      const text = (input.labels?.[0]?.textContent?.trim() || name) + (name.startsWith('options.') ? ', ' + name.slice(8) : '');
      return h('li', {}, h('a', { href: '#' + input.id, click: (event) => { event.preventDefault(); input.focus(); } }, text), ': ', detail);
    })));
    errors.hidden = false;
    errors.focus();
  };

  const fit = () => {
    const solved = player.value === '';
    part(form, '#budget').hidden = !solved;
    part(form, '#telling').hidden = solved;
    fresh.disabled = !solved;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    errors.hidden = true;
    for (const input of form.elements) input.removeAttribute('aria-invalid');
    if (key?.value) setKey(key.value);
    status.textContent = t('starting…');
    try {
      const campaign = await ask('/v1/campaigns', order(), { times: 1 });
      location.assign('/campaigns/' + encodeURIComponent(campaign.id));
    } catch (error) {
      complain(error);
    } finally {
      status.textContent = '';
    }
  });
  player.addEventListener('change', fit);
  unit.addEventListener('change', () => { amount.value = unit.value === 'seconds' ? '20' : '1000000'; });
  fit();
}

/** @type {HTMLFormElement | null} */ const form = document.querySelector('form#start');
if (form) starting(form);
refresh();
