// Citations have the address of this page's server.
for (const element of document.querySelectorAll('[data-origin]')) element.textContent = location.origin;

// Old links to a figure lead to the page of figures.
const figures = /^#(rate|plots|ranges|running|related|others|cite)-title$|^#(rate|states|seconds|length|draws)$/;
if (figures.test(location.hash) && !document.querySelector(location.hash)) location.replace('?view=figures' + location.hash);
