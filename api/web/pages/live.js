// Keeps what a page shows of campaigns up to date, by the service's events.

import { show } from './counts.js';

// A browser keeps only half a dozen connections to one host; events take one each.
const most = 3;

const again = 10000; // milliseconds until a stream that was refused is asked for again

function watch(element) {
  const events = new EventSource('/v1/campaigns/' + encodeURIComponent(element.dataset.campaign) + '/events');
  const update = (event) => {
    const campaign = JSON.parse(event.data);
    show(element, campaign);
    if (!campaign.final) return;
    events.close();
    // What may be done with it now is on a fresh page.
    if (document.getElementById('change')) location.reload();
    else element.dataset.final = 'true';
  };
  for (const name of ['state', 'progress', 'final']) events.addEventListener(name, update);
  // A browser comes back by itself if the connection breaks, but not if the service has no
  // place for one more, or is away.
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(() => watch(element), again);
  });
}

[...document.querySelectorAll('[data-campaign][data-final=false]')].slice(0, most).forEach(watch);
