// The language of the page. English texts are the keys; of another language the page links the texts.

const link = globalThis.document?.querySelector('link[data-words]');
const texts = link ? (await import(link.href).catch(() => ({}))).default ?? {} : {};

export const language = link?.dataset.words ?? 'en';

// t returns a text in the language of the page. Values stand in it as {name}.
export const t = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// tn returns one of two texts with {n}, for one and for several.
export const tn = (n, one, several, values) => t(n === 1 || (n === 0 && language === 'fr') ? one : several, { n, ...values });

// number writes a number with its thousands apart.
export const number = (n) => n.toLocaleString(language);
