import { entryOf, isSecretName, isUnpinned, type OpsFinding, type Placed } from './finding';

/** Passwords that every attacker tries. */
const DEFAULTS = [
  'password',
  'postgres',
  'root',
  'admin',
  'secret',
  'changeme',
  'example',
  'test',
  '1234',
  '123456',
];

/** Defects of a compose file. */
export function checkCompose(file: string, compose: Placed): readonly OpsFinding[] {
  const services = entryOf(compose, 'services')?.entries ?? [];
  return services.flatMap(({ key, line, value }) => checkService(file, { name: key, line, service: value }));
}

interface Service {
  name: string;
  line: number;
  service: Placed;
}

function checkService(file: string, { name, line, service }: Service): OpsFinding[] {
  const findings: OpsFinding[] = [];
  const add = (severity: OpsFinding['severity'], rule: string, at: number, message: string): void => {
    findings.push({ severity, rule, file, line: at, message });
  };
  const image = entryOf(service, 'image');
  if (image?.text !== undefined && isUnpinned(image.text))
    add(
      'error',
      'unpinned-image',
      image.line,
      `The image ${image.text} of ${name} has no fixed version: name a tag or a digest.`,
    );
  for (const { key, text, line: at } of variablesOf(entryOf(service, 'environment')))
    if (isSecretName(key) && DEFAULTS.includes(text.toLowerCase()))
      add(
        'error',
        'default-password',
        at,
        `${key} of ${name} is a password that everybody knows: take it from a secret or the environment.`,
      );
    else if (isSecretName(key) && text !== '' && !text.includes('$'))
      add(
        'warning',
        'secret-in-file',
        at,
        `${key} of ${name} stands in the file: take it from a secret or the environment.`,
      );
  for (const { text, line: at } of portsOf(entryOf(service, 'ports')))
    add(
      'warning',
      'open-port',
      at,
      `The port ${text} of ${name} is open on all interfaces: put 127.0.0.1: before it unless others need it.`,
    );
  if (image && !entryOf(service, 'healthcheck'))
    add(
      'note',
      'no-health-check',
      line,
      `${name} has no health check: add one, so that others wait until it is ready.`,
    );
  return findings;
}

function variablesOf(given: Placed | undefined): { key: string; text: string; line: number }[] {
  const mapped = given?.entries?.map(({ key, line, value }) => ({ key, line, text: value.text ?? '' })) ?? [];
  const listed = (given?.list ?? []).flatMap(({ text = '', line }) => {
    const at = text.indexOf('=');
    return at < 0 ? [] : [{ key: text.slice(0, at), text: text.slice(at + 1), line }];
  });
  return [...mapped, ...listed];
}

/** Ports that a service opens on every interface of the machine. */
function portsOf(given: Placed | undefined): { text: string; line: number }[] {
  return (given?.list ?? []).flatMap((port) => {
    const published = entryOf(port, 'published')?.text;
    if (published !== undefined)
      return entryOf(port, 'host_ip') === undefined ? [{ text: published, line: port.line }] : [];
    const { text = '', line } = port;
    return /^(?:0\.0\.0\.0:)?[\d-]{1,20}:[\d-]{1,20}(?:\/\w{1,5})?$/.test(text) ? [{ text, line }] : [];
  });
}
