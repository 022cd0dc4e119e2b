// @ts-nocheck
// Cancels, resumes and deletes a campaign.

import { h } from '../table/page.js';
import { t } from '../table/language.js';
import { ask, setKey } from '../table/service.js';

const at = (id) => document.getElementById(id);
const home = at('change') && '/v1/campaigns/' + encodeURIComponent(at('change').dataset.campaign);

async function change(doing, method, path, then) {
  at('errors').hidden = true;
  if (at('key') && at('key').value) setKey(at('key').value);
  at('status').textContent = doing;
  try {
    await ask(path, undefined, { method, times: 1 });
    then();
  } catch (error) {
    at('status').textContent = '';
    at('errors').replaceChildren(h('p', {}, error.message));
    at('errors').hidden = false;
    at('errors').focus();
  }
}

function on(id, act) {
  if (at(id)) at(id).addEventListener('click', act);
}

const again = () => location.reload();
on('cancel', () => change(t('cancelling…'), 'DELETE', home, again));
on('resume', () => change(t('resuming…'), 'POST', home + '/resume', again));
on('delete', () => at('sure').showModal());
if (at('sure')) {
  at('sure').addEventListener('close', () => {
    const sure = at('sure').returnValue === 'yes';
    at('sure').returnValue = ''; // Escape would leave it as it is, and delete after a deletion that failed
    if (sure) change(t('deleting…'), 'DELETE', home + '?results=delete', () => location.assign('/campaigns'));
  });
}
