// The table in a frame of another page.

// tellParent tells the page around the frame what happens on the table, as the element's events do in a page of
// its own.
export function tellParent(table) {
  for (const type of ['move', 'won', 'stuck']) {
    table.addEventListener(type, ({ detail }) => window.parent.postMessage({ source: 'thoughtful', event: type, ...detail }, '*'));
  }
}
