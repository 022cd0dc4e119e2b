// Citations have the address of this page's server.
for (const element of document.querySelectorAll('[data-origin]')) element.textContent = location.origin;
