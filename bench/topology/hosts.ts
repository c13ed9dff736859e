/** Addresses of services: each has one of its own on loopback, so that all keep the ports that the compose file names. */
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const TRIES = 20;
/** A port that a topology takes on its first address: if it is free there, so are the others. */
const PROBED_PORT = 5432;

/** Chooses a free part of loopback and gives each host name an address in it. */
export async function chooseAddresses(hosts: readonly string[]): Promise<Map<string, string>> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const network = `127.${randomInt(1, 255)}.${randomInt(0, 256)}`;
    if (await isFree(`${network}.2`))
      return new Map(hosts.map((host, index) => [host, `${network}.${index + 2}`]));
  }
  throw new Error('No part of loopback is free: end what uses port 5432 on all addresses of this machine.');
}

function isFree(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port: PROBED_PORT, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Writes the files by which containers know names of hosts and users: place in the container → place here. */
export function writeNames(
  folder: string,
  addresses: ReadonlyMap<string, string>,
  users: Readonly<Record<string, number>>,
): Record<string, string> {
  const hosts = [...addresses].map(([name, address]) => `${address} ${name}`);
  const files = {
    hosts: ['127.0.0.1 localhost', ...hosts],
    passwd: Object.entries(users).map(([name, id]) => `${name}:x:${id}:${id}::/tmp:/bin/sh`),
    group: Object.entries(users).map(([name, id]) => `${name}:x:${id}:`),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => {
      const file = path.join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      return [`/etc/${name}`, file];
    }),
  );
}
