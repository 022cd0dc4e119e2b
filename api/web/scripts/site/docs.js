// Draws /openapi.json: the calls, folded by group, each with its example and a form to
// try it, and the schemas. Everything is set as text, never as HTML.

import { copyable } from './book.js';
import { h, part, pretty } from '../table/page.js';

const inline = (line) => line.split('`').map((part, i) => (i % 2 ? h('code', {}, part) : part));

// prose draws the little Markdown that descriptions use: paragraphs, lists and
// `code`.
function prose(text) {
  return (text || '').split(/\n{2,}/).filter(Boolean).map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- '))) {
      return h('ul', {}, lines.map((line) => h('li', {}, inline(line.slice(2)))));
    }
    return h('p', {}, inline(lines.join(' ')));
  });
}

const schemaName = (schema) => (schema.$ref ? schema.$ref.split('/').pop() : '');
/** @type {Record<string, any>} */ let schemas = {}; // by name
const schemaID = (name) => 'schema-' + name;

// typeOf says in a few words what a schema takes, with links to named schemas.
/** @returns {(string | HTMLElement)[]} */
function typeOf(schema) {
  if (schema.$ref) return [h('a', { href: '#' + schemaID(schemaName(schema)) }, schemaName(schema))];
  const choice = schema.allOf || schema.anyOf || schema.oneOf;
  if (choice) return choice.flatMap((one, i) => [...(i ? [' or '] : []), ...typeOf(one)]);
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(' | ')];
  const words = { string: 'text', integer: 'whole number', boolean: 'true or false' };
  return [schema.type || 'anything'].flat().flatMap((type, i) => [
    i ? ' or ' : '',
    ...(type === 'array' ? ['list of ', ...typeOf(schema.items)] : [words[type] || type]),
  ]);
}

// bounds says a schema's default and limits.
function bounds(schema) {
  /** @type {string[]} */ const parts = [];
  if (schema.default !== undefined) parts.push('default ' + JSON.stringify(schema.default));
  if (schema.minimum !== undefined) parts.push('from ' + schema.minimum);
  if (schema.maximum !== undefined) parts.push('to ' + schema.maximum);
  return parts.join(', ');
}

// fields draws a table of names: parameters of a call, or properties of a schema.
function fields(rows) {
  return h('table', {}, h('tbody', {}, rows.map(({ name, required, schema, description }) => h('tr', {},
    h('th', { scope: 'row' }, h('code', {}, name), required ? h('span', { class: 'required', title: 'required' }, ' *') : null),
    h('td', {}, h('span', { class: 'type' }, typeOf(schema)), ' ', h('span', { class: 'bounds' }, bounds(schema)),
      description ? h('div', {}, prose(description)) : null)))));
}

function properties(schema) {
  const required = new Set(schema.required || []);
  return fields(Object.entries(schema.properties || {}).map(([name, property]) => (
    { name, required: required.has(name), schema: property, description: property.description })));
}

// bodyOf is the media type of the body that a call takes, and what the document says of
// it; nothing if it takes none.
/** @returns {any[]} */
function bodyOf(operation) {
  return operation.requestBody ? Object.entries(operation.requestBody.content)[0] : [];
}

// sample is an object with the examples of a schema's fields.
function sample(schema) {
  const { properties: all = {} } = schemas[schemaName(schema)] || schema;
  return Object.fromEntries(Object.entries(all).map(([name, { example: value }]) => [name, value]).filter(([, value]) => value !== undefined));
}

// bodies returns the bodies of a call's examples, as JSON values. Some examples show
// mistakes, which have no answer; they are left out. A call that begins something new has
// none; its fields have.
function bodies(operation) {
  const [media, content] = bodyOf(operation);
  const { examples: answers = {} } = answered(operation).content?.[media] || {};
  const values = Object.entries(content.examples || {}).filter(([name]) => answers[name]).map(([, { value }]) => value);
  return values.length ? values : [sample(content.schema)];
}

// answered is the response of a call that succeeds.
const answered = (operation) => operation.responses[Object.keys(operation.responses).find((code) => /^[23]/.test(code)) ?? ''];

// example shows a call as a command, with its answer where the document has one.
function example(method, path, operation) {
  let address = path;
  for (const { name, in: where, example: value } of operation.parameters || []) {
    if (where === 'path') address = address.replace('{' + name + '}', value);
  }
  const lines = ['curl -s ' + (method === 'get' ? '' : '-X ' + method.toUpperCase() + ' ') + location.origin + address];
  const [media] = bodyOf(operation);
  if (media) {
    const values = bodies(operation);
    const text = media === 'application/json' ? JSON.stringify(values[0]) : values.map((value) => JSON.stringify(value)).join('\n');
    lines[0] = lines[0].replace('-X POST ', '');
    lines.push(`  -H 'Content-Type: ${media}'`, `  -d '${text.replaceAll("'", "'\\''")}'`);
  }
  const [given] = Object.values(answered(operation).content?.['application/json']?.examples || {});
  return [
    h('pre', { class: 'example', tabindex: '0', 'aria-label': 'Command' }, lines.join(' \\\n')),
    given ? h('pre', { class: 'example answer', tabindex: '0', 'aria-label': 'Answer' }, pretty(given.value)) : null,
  ];
}

// form lets one try a call.
function form(method, path, operation) {
  const inputs = (operation.parameters || []).map((parameter) => ({
    parameter,
    input: h('input', {
      name: parameter.name,
      value: parameter.example || parameter.schema.default || '',
      'aria-label': parameter.name,
    }),
  }));
  const [media, content] = bodyOf(operation);
  const body = content && h('textarea', { rows: 8, spellcheck: 'false', 'aria-label': 'request body' });
  if (body) {
    const examples = bodies(operation);
    body.value = media === 'application/json' ? pretty(examples[0]) : examples.map((line) => JSON.stringify(line)).join('\n');
    body.rows = body.value.split('\n').length + 1;
  }
  const status = h('output', { class: 'status' });
  const response = h('pre', { class: 'response', hidden: '' });

  async function send(event) {
    event.preventDefault();
    let url = path;
    const query = new URLSearchParams();
    /** @type {Record<string, string>} */ const headers = body ? { 'Content-Type': media } : {};
    for (const { parameter, input } of inputs) {
      if (parameter.in === 'path') url = url.replace('{' + parameter.name + '}', encodeURIComponent(input.value));
      else if (input.value && parameter.in === 'header') headers[parameter.name] = input.value;
      else if (input.value) query.set(parameter.name, input.value);
    }
    if (query.size) url += '?' + query;
    status.textContent = 'waiting…';
    response.hidden = true;
    try {
      const start = performance.now();
      const reply = await fetch(url, { method: method.toUpperCase(), headers, body: body?.value });
      const text = await reply.text();
      status.textContent = `${reply.status} in ${Math.round(performance.now() - start)} ms`;
      response.textContent = text;
      try {
        response.textContent = pretty(JSON.parse(text));
      } catch { /* not JSON: shown as it is */ }
      response.hidden = false;
    } catch (error) {
      status.textContent = 'no answer: ' + error.message;
    }
  }

  return h('form', { submit: send },
    inputs.map(({ parameter, input }) => h('label', {}, h('code', {}, parameter.name), ' ', input)),
    body ? h('label', {}, 'request body', body) : null,
    h('div', { class: 'send' }, h('button', {}, 'Send'), status),
    response);
}

function call(method, path, operation) {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const contents = Object.entries(response.content || {});
    return h('li', {}, h('code', {}, status), ' ', contents.map(([media, { schema }], i) => [
      i ? ' or ' : '', ...(schema ? typeOf(schema) : ['bytes']), h('span', { class: 'bounds' }, ' ' + media)]));
  });
  const parameters = (operation.parameters || []).map((parameter) => (
    { name: parameter.name, required: parameter.required, schema: parameter.schema, description: parameter.description }));
  const [media, content] = bodyOf(operation);
  return h('section', { id: callID(method, path), class: 'call' },
    h('h3', {}, h('span', { class: 'method ' + method }, method.toUpperCase()), ' ', h('code', {}, path)),
    h('p', { class: 'summary' }, operation.summary),
    prose(operation.description),
    example(method, path, operation),
    h('details', { class: 'parts' }, h('summary', {}, parameters.length || content ? 'Parameters and answers' : 'Answers'),
      parameters.length ? fields(parameters) : null,
      content ? h('p', {}, media === 'application/json' ? 'The body is a ' : 'Each line of the body is a ', typeOf(content.schema), '.') : null,
      h('ul', { class: 'responses' }, responses)),
    h('details', { class: 'try' }, h('summary', {}, 'Try it'), form(method, path, operation)));
}

const callID = (method, path) => (method + path).replace(/[^a-z0-9]+/gi, '-');

function draw(api) {
  const calls = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = (operation.tags || ['other'])[0];
      if (!calls.has(tag)) calls.set(tag, []);
      calls.get(tag).push({ method, path, operation });
    }
  }
  const tags = (api.tags || []).map((tag) => tag.name).filter((name) => calls.has(name));
  const descriptions = new Map((api.tags || []).map((tag) => [tag.name, tag.description]));
  schemas = api.components.schemas;
  const named = Object.entries(schemas);

  part(document, 'nav#nav').append(
    h('h2', {}, 'Calls'),
    h('ul', {}, [...tags, 'schemas'].map((tag) => h('li', {}, h('a', { href: '#group-' + tag }, tag)))));

  // group is a part of the reference that unfolds.
  const group = (name, what, ...content) => h('details', { class: 'group', id: 'group-' + name },
    h('summary', {}, h('h2', {}, name), ' ', what), content);
  part(document, 'main#main').append(
    ...tags.map((tag) => group(tag, h('span', { class: 'hint' }, inline(descriptions.get(tag))),
      h('ul', { class: 'contents' }, calls.get(tag).map(({ method, path, operation }) => h('li', {},
        h('a', { href: '#' + callID(method, path) }, h('span', { class: 'method ' + method }, method.toUpperCase()), ' ', path), ' ', operation.summary))),
      calls.get(tag).map(({ method, path, operation }) => call(method, path, operation)))),
    group('schemas', h('span', { class: 'hint' }, `The ${named.length} objects of requests and answers.`),
      named.map(([name, schema]) => h('section', { id: schemaID(name), class: 'schema' },
        h('h3', {}, name), prose(schema.description),
        schema.properties ? properties(schema) : h('p', { class: 'type' }, typeOf(schema))))),
    h('details', { class: 'group', id: 'group-errors' }, h('summary', {}, h('h2', {}, 'errors'), ' ', h('span', { class: 'hint' }, 'What a problem\'s type says.')),
      prose(api.info.description)));
  reveal();
}

// reveal unfolds what the address points at. The browser looked for it before it was drawn.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);

document.querySelectorAll('main > pre').forEach(copyable);
const curl = part(document, 'pre#curl');
curl.textContent = (curl.textContent ?? '').replace('http://127.0.0.1:8080', location.origin);

fetch('/openapi.json')
  .then((reply) => reply.json())
  .then(draw)
  .catch((error) => part(document, 'main#main').append(
    h('p', {}, 'Loading the reference failed: ' + error.message)));
