/** Name of the variable by which all processes of a command are found again. */
export const MARKER = 'KINTSUGI_COMMAND';

export interface EnvironmentOptions {
  /** Search path for tools. */
  path: string;
  home: string;
  tmp: string;
  /** Id of the command. */
  marker: string;
  /** It has no network, so nothing that asks for it again will get it. */
  offline?: boolean;
  /** Variables by which tools find their files. */
  variables?: Readonly<Record<string, string>>;
}

/** All that a command gets of an environment: nothing of Kintsugi's own, and no secrets. */
export function commandEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { path, home, tmp, marker, offline = false, variables = {} } = options;
  return {
    ...variables,
    PATH: path,
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: '1',
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    // `npx` of a package that is not installed would take more than a minute to find out.
    ...(offline
      ? { npm_config_fetch_retries: '0', CARGO_NET_OFFLINE: 'true', GOPROXY: 'off', GOTOOLCHAIN: 'local' }
      : {}),
    PYTHONDONTWRITEBYTECODE: '1',
    [MARKER]: marker,
  };
}
