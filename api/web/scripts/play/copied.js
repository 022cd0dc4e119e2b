import { t } from '../table/language.js';

// copied copies text to the clipboard, and says so in an element, or what else to do.
/** @param {string} text @param {string} done @param {HTMLElement} where */
export async function copied(text, done, where, otherwise = t('Copy the link from the address bar.')) {
  try {
    await navigator.clipboard.writeText(text);
    where.textContent = done;
  } catch {
    where.textContent = `${t('The clipboard is not available.')} ${otherwise}`;
  }
}
