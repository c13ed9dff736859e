'use strict';
// settings-page: writes the tables of docs/settings.md from the table of options.
const fs = require('node:fs');
const path = require('node:path');
const { settingsPage } = require('../dist/config');

const file = path.resolve(__dirname, '..', 'docs', 'settings.md');
let page = fs.readFileSync(file, 'utf8');
for (const [name, table] of Object.entries(settingsPage())) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/settings.md has no place for the table of ${name}.`);
  page = `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}
fs.writeFileSync(file, page);
