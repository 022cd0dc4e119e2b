// The language of the page. English texts are the keys; of another language the page links the texts.

/** @type {HTMLLinkElement | null} */
const link = globalThis.document?.querySelector('link[data-words]') ?? null;
const texts = link ? (await import(link.href).catch(() => ({}))).default ?? {} : {};

export const language = link?.dataset.words ?? 'en';

// t returns a text in the language of the page. Values stand in it as {name}.
export const t = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// tn returns one of two texts with {n}, for one and for several.
export const tn = (n, one, several, values) => t(n === 1 || (n === 0 && language === 'fr') ? one : several, { n, ...values });

// number writes a whole number with its thousands apart, as the service does.
const between = { de: '.', es: '\u202f', fr: '\u202f' }[language] ?? ',';
export const number = (/** @type {number | string} */ n) => String(n).replace(/\B(?=(\d{3})+$)/g, between);
