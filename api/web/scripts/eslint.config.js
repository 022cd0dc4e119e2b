// What the scripts of the pages are held to. `npm run check` runs it with the type check and the tests.

import js from '@eslint/js';
import globals from 'globals';

// Names that every page has as a global, and that a forgotten import or declaration would silently take.
const easilyMeant = ['close', 'event', 'find', 'length', 'name', 'open', 'origin', 'parent', 'print', 'scroll', 'status', 'stop', 'top'];

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.browser },
    rules: {
      'consistent-return': 'error',
      'eqeqeq': 'error',
      'max-lines': ['error', 300],
      'no-implicit-globals': 'error',
      'no-restricted-globals': ['error', ...easilyMeant],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  // The service writes version, files and unreachable above this script.
  { files: ['site/offlineworker.js'], languageOptions: { globals: { ...globals.serviceworker, version: 'readonly', files: 'readonly', unreachable: 'readonly' } } },
  { files: ['test/**'], languageOptions: { globals: globals.node } },
];
