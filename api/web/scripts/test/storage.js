// What the modules need of a browser that keeps things: a storage, and events of the page.

const values = new Map();

export const storage = new Proxy(/** @type {any} */ ({
  getItem: (/** @type {string} */ name) => values.get(name) ?? null,
  setItem(/** @type {string} */ name, /** @type {string} */ value) {
    if (values.size >= room.left && !values.has(name)) throw new Error('full');
    values.set(name, String(value));
  },
  removeItem: (/** @type {string} */ name) => values.delete(name),
}), { ownKeys: () => [...values.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });

export const room = { left: Infinity }; // names that there is room for

// empty forgets all.
export function empty() {
  values.clear();
  room.left = Infinity;
}

export const page = new EventTarget();
Object.assign(globalThis, { localStorage: storage, document: Object.assign(new EventTarget(), { hidden: false, querySelector: () => null }), addEventListener: page.addEventListener.bind(page) });
