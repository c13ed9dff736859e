/** Names of what `node:dns` has. */

export const DNS_NAMES =
  'Resolver getServers lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx ' +
  'resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse setServers';

const CODES =
  'NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME CONNREFUSED TIMEOUT EOF FILE NOMEM';

export const DNS_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  CODES.split(' ').map((name) => [name, `E${name}`]),
);
