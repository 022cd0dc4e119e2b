// Updates campaigns on a page by events.

import { show } from './counts.js';

// Browsers allow about six connections to a host; each event stream takes one.
const most = 3;

const again = 10000; // milliseconds until a refused stream is retried

function watch(element) {
  const events = new EventSource('/v1/campaigns/' + encodeURIComponent(element.dataset.campaign) + '/events');
  const update = (event) => {
    const campaign = JSON.parse(event.data);
    show(element, campaign);
    if (!campaign.final) return;
    events.close();
    // Reload to show the actions for its new state.
    if (document.getElementById('change')) location.reload();
    else element.dataset.final = 'true';
  };
  for (const name of ['state', 'progress', 'final']) events.addEventListener(name, update);
  // Browsers reconnect by themselves, but not if the service refused the stream or is down.
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(() => watch(element), again);
  });
}

[...document.querySelectorAll('[data-campaign][data-final=false]')].slice(0, most).forEach(watch);
