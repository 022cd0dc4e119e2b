'use strict';

// The command uses the address of this page.
const curl = document.getElementById('curl');
curl.textContent = curl.textContent.replace('http://127.0.0.1:8080', location.origin);
