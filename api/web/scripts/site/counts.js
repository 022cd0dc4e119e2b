// Shows running campaigns, in the same words as the templates.

import { number, t } from '../table/language.js';

const states = { queued: t('queued'), running: t('running'), done: t('done'), cancelled: t('cancelled'), failed: t('failed') };

export function pace(deals) {
  if (!deals) return '–';
  if (deals >= 100) return number(Math.round(deals));
  return deals.toFixed(deals >= 1 ? 1 : 3);
}

export function lasting(ms) {
  if (ms === null || ms === undefined) return '–';
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return seconds + ' s';
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min ' + (seconds % 60) + ' s';
  if (seconds < 48 * 3600) return Math.floor(seconds / 3600) + ' h ' + (Math.floor(seconds / 60) % 60) + ' min';
  const days = Math.floor(seconds / 86400); // two at least
  return t('{n} days', { n: number(days) });
}

// rate writes a rate and its interval as the service does: all numbers get the decimals of the longest one.
function rate({ share_low: least, share_high: most, low, high }) {
  const decimals = (n) => (String(n).split('.')[1] ?? '').length;
  const digits = Math.max(...[least, most, low, high].map(decimals));
  const [a, b, c, d] = [least, most, low, high].map((n) => n.toFixed(digits));
  return `${a === b ? a : `${a}–${b}`} % (${c}–${d})`;
}

// show writes a campaign into its element.
export function show(element, campaign) {
  const said = {
    state: states[campaign.state],
    reason: campaign.reason || '',
    done: number(campaign.done),
    rate: campaign.rate ? rate(campaign.rate) : '–',
    pace: pace(campaign.deals_per_second),
    left: lasting(campaign.remaining_ms),
    inferred: number(campaign.inferred),
  };
  for (const [verdict, n] of Object.entries(campaign.tally)) said[verdict] = number(n);
  for (const [name, text] of Object.entries(said)) {
    const at = element.querySelector('[data-at=' + name + ']');
    if (at && at.textContent !== text) at.textContent = text;
  }
  const state = element.querySelector('[data-at=state]');
  if (state) state.className = 'state ' + campaign.state;
  const bar = element.querySelector('progress');
  bar.max = campaign.deals;
  bar.value = campaign.done;
}
