for(let o of document.querySelectorAll("[data-origin]"))o.textContent=location.origin;
