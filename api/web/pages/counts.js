// Shows running campaigns, in the same words as the templates.

export const number = (n) => n.toLocaleString('en-US');

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
  return number(Math.floor(seconds / 86400)) + ' days';
}

// rate writes an interval as the service does, with as many decimals as its half has.
function rate({ centre, half_range: half }) {
  const [, decimals = ''] = String(half).split('.');
  const [, more = ''] = String(centre).split('.');
  const digits = Math.max(decimals.length, more.length);
  return centre.toFixed(digits) + ' ± ' + half.toFixed(digits) + ' %';
}

// show writes a campaign into its element.
export function show(element, campaign) {
  const said = {
    state: campaign.state,
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
