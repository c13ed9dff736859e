'use strict';
// Makes the folder `release`, which the package has beside `dist`: the manifest and lock file of the service, types of the
// client, texts of help, and licences of bundled code. `npm pack` runs it.
const fs = require('node:fs');
const path = require('node:path');
const { readText, writeText } = require('./lib/atomic.cjs');
const { helpTexts } = require('./lib/help-texts.cjs');
const { lockOf } = require('./lib/service-lock.cjs');
const { filesUnder, hashOfContents } = require('./lib/stamp.cjs');

const root = path.resolve(__dirname, '..');
const release = path.join(root, 'release');
const dist = path.join(root, 'dist');

function jsonOf(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}

/** Manifest and lock file of the service: the launcher installs it by them. */
function writeService() {
  const { name, version, license, dependencies, devDependencies, kintsugi } = jsonOf('package.json');
  const own = kintsugi.service.map((service) => [service, devDependencies[service]]);
  const all = { ...dependencies, ...Object.fromEntries(own) };
  const manifest = { name, version, license, private: true, dependencies: all };
  writeText(path.join(release, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // Another name than npm's, which packs no lock file.
  writeText(path.join(release, 'lock.json'), JSON.stringify(lockOf(jsonOf('package-lock.json'), all)));
}

const IMPORT = /(?:from |import\()["'](\.[^"']{1,200})["']/g;

/** Declarations of the client and all that these import; the others describe what nobody may import. */
function writeTypes() {
  const found = new Set();
  const take = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = fs.readFileSync(path.join(dist, file), 'utf8');
    writeText(path.join(release, 'types', file), text);
    for (const [, name] of text.matchAll(IMPORT)) {
      const place = path.join(path.dirname(file), name);
      take(
        fs.existsSync(path.join(dist, `${place}.d.ts`)) ? `${place}.d.ts` : path.join(place, 'index.d.ts'),
      );
    }
  };
  take(path.join('client', 'index.d.ts'));
}

/** Packages of the workflow bundle, which names its modules. */
function packagesOfWorkflows() {
  const code = fs.readFileSync(path.join(dist, 'workflow-bundle.js'), 'utf8');
  const names = code.matchAll(/^\/\*\*\*\/ "\.\/(node_modules\/(?:@[^/"]+\/)?[^/"]+)/gm);
  return [...names].map(([, folder]) => folder);
}

/** Node's own licence: its modules are in the sandbox's runtime, the libraries that it brings are not. */
function nodeLicence() {
  const file = path.resolve(process.execPath, '..', '..', 'LICENSE');
  const [text] = fs
    .readFileSync(file, 'utf8')
    .split('The externally maintained libraries used by Node.js are:');
  return `Node.js ${process.version} (MIT)\n\n${text.trim()}`;
}

function writeLicences() {
  const folders = new Set([...jsonOf('dist/sandbox/bundled-packages.json'), ...packagesOfWorkflows()]);
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = jsonOf(`${folder}/package.json`);
    const file = fs.readdirSync(path.join(root, folder)).find((one) => /^(licen[cs]e|copying)\b/i.test(one));
    const text = file && readText(path.join(root, folder, file)).trim();
    return `${name} ${version} (${license})\n\n${text ?? 'The package has no text of its licence.'}`;
  });
  const head = 'Packages whose code is bundled into dist/sandbox and dist/workflow-bundle.js.';
  writeText(
    path.join(release, 'THIRD-PARTY-LICENSES.txt'),
    `${[head, nodeLicence(), ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
  );
}

/** Names the release by all that it runs: another one gets a folder of its own beside those of older ones. */
function writeId() {
  const code = filesUnder(root, 'dist').filter((file) => /\.(c?js|md|bin)$/.test(file));
  writeText(
    path.join(release, 'id'),
    hashOfContents(root, ['.node-version', 'release', ...code]).slice(0, 12),
  );
}

fs.rmSync(release, { recursive: true, force: true });
writeService();
writeTypes();
writeLicences();
writeText(path.join(release, 'help.json'), JSON.stringify(helpTexts(dist)));
writeId();
