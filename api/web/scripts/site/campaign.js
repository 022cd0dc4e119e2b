// Cancels, resumes and deletes a campaign.

import { h, part } from '../table/page.js';
import { t } from '../table/language.js';
import { ask, setKey } from '../table/service.js';

// manage wires the buttons that change a campaign. Those that its state does not allow are not there.
/** @param {HTMLFormElement} form */
function manage(form) {
  const home = '/v1/campaigns/' + encodeURIComponent(form.dataset.campaign ?? '');
  /** @type {HTMLInputElement | null} */ const key = form.querySelector('input#key');
  const status = part(form, 'output#status');
  const errors = part(document, 'div#errors');
  const sure = part(document, 'dialog#sure');

  /** @type {(doing: string, method: string, path: string, then: () => void) => Promise<void>} */
  const change = async (doing, method, path, then) => {
    errors.hidden = true;
    if (key?.value) setKey(key.value);
    status.textContent = doing;
    try {
      await ask(path, undefined, { method, times: 1 });
      then();
    } catch (error) {
      status.textContent = '';
      errors.replaceChildren(h('p', {}, error.message));
      errors.hidden = false;
      errors.focus();
    }
  };

  const again = () => location.reload();
  form.querySelector('#cancel')?.addEventListener('click', () => change(t('cancelling…'), 'DELETE', home, again));
  form.querySelector('#resume')?.addEventListener('click', () => change(t('resuming…'), 'POST', home + '/resume', again));
  form.querySelector('#delete')?.addEventListener('click', () => sure.showModal());
  sure.addEventListener('close', () => {
    const yes = sure.returnValue === 'yes';
    sure.returnValue = ''; // Escape would leave it as it is, and delete after a deletion that failed
    if (yes) change(t('deleting…'), 'DELETE', home + '?results=delete', () => location.assign('/campaigns'));
  });
}

/** @type {HTMLFormElement | null} */ const form = document.querySelector('form#change');
if (form) manage(form);
