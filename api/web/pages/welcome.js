'use strict';

// The command names the address under which this very page was found.
const curl = document.getElementById('curl');
curl.textContent = curl.textContent.replace('http://127.0.0.1:8080', location.origin);
