/** Carries out a compose file without an engine: its order, health checks, restarts and grace times. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pairsOf, type Project, type Service } from './compose';
import { startContainer, USERS, type Container, type ContainerSpec } from './container';
import { chooseAddresses, writeNames } from './hosts';
import { makeImage, type Image } from './images';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** A service that is meant to run. */
interface Running {
  container: Container;
  /** False once somebody wants it to end. */
  wanted: boolean;
}

export class Engine {
  private readonly started = new Map<string, Promise<void>>();
  private readonly running = new Map<string, Running>();
  private readonly images = new Map<string, Promise<Image>>();
  private closed = false;

  private constructor(
    readonly project: Project,
    /** Folder of volumes, logs and made files. */
    readonly folder: string,
    private readonly addresses: ReadonlyMap<string, string>,
    private readonly names: Record<string, string>,
    private readonly say: (line: string) => void,
  ) {}

  /** Prepares a project in a folder: starts nothing. */
  static async prepare(project: Project, folder: string, say: (line: string) => void): Promise<Engine> {
    for (const name of ['logs', 'images', 'volumes']) mkdirSync(path.join(folder, name), { recursive: true });
    for (const name of Object.keys(project.volumes))
      mkdirSync(path.join(folder, 'volumes', name), { recursive: true });
    const hosts = Object.values(project.services).flatMap(({ hostname }) => hostname ?? []);
    const addresses = await chooseAddresses(hosts);
    return new Engine(
      project,
      folder,
      addresses,
      writeNames(path.join(folder, 'images'), addresses, USERS),
      say,
    );
  }

  /** Puts the images of these services together: builds what is missing. */
  async build(services: readonly string[] = Object.keys(this.project.services)): Promise<void> {
    // One after the other: each build uses all cores.
    for (const name of services) {
      const { version } = await this.imageOf(this.service(name).image);
      if (version !== undefined) this.say(`${name}: ${version}`);
    }
  }

  /** Starts services after those that they depend on, and waits until they are healthy or, if they are jobs, done. */
  async up(services: readonly string[] = Object.keys(this.project.services)): Promise<void> {
    await Promise.all(services.map((name) => this.ensure(name)));
  }

  /** Place of a service on this machine, as `host:port`. */
  addressOf(name: string, port: number): string {
    return `${this.addresses.get(this.service(name).hostname ?? '') ?? ''}:${port}`;
  }

  /** Folder of a volume. */
  volume(name: string): string {
    return path.join(this.folder, 'volumes', name);
  }

  container(name: string): Container {
    const found = this.running.get(name);
    if (!found) throw new Error(`The service ${name} does not run.`);
    return found.container;
  }

  /** Kills a service at once. Unless it is told to stay away, it is started again as after any crash. */
  async kill(name: string, stayAway = false): Promise<void> {
    const found = this.running.get(name);
    if (!found) return;
    if (stayAway) this.forget(name, found);
    await found.container.kill();
  }

  /** Ends a service as `docker compose stop` does. Resolves to its exit code. */
  async stop(name: string): Promise<number | undefined> {
    const found = this.running.get(name);
    if (!found) return undefined;
    this.forget(name, found);
    return found.container.stop();
  }

  /** Starts a service again that was stopped, or a job once more. */
  async start(name: string): Promise<void> {
    this.started.delete(name);
    await this.ensure(name);
  }

  /** Starts a service that was stopped, without looking at those that it depends on, as `docker start` does. */
  async startAlone(name: string): Promise<void> {
    this.started.set(name, Promise.resolve());
    await this.run(name);
  }

  /** Runs a command in a container of a service that does not run, as `docker compose run --rm --no-deps` does. */
  async runOnce(name: string, command: readonly string[], input?: string): Promise<void> {
    const service = this.service(name);
    const spec = this.specOf(name, service, await this.imageOf(service.image), command);
    const code = await (await startContainer({ ...spec, input })).exited;
    if (code !== 0) throw new Error(`${command[0] ?? ''} ended with code ${code}. Its log is ${spec.log}.`);
  }

  /** Waits until the health check of a service succeeds; rejects after the time that the check gives a start. */
  async untilHealthy(name: string): Promise<void> {
    const { healthcheck } = this.service(name);
    if (!healthcheck) return;
    const { test, timeout, start_period, start_interval, interval, retries } = healthcheck;
    const deadline = performance.now() + start_period + retries * interval;
    const [, ...command] = test;
    for (let output = 'it never ran'; ; await delay(start_interval)) {
      const found = this.running.get(name);
      if (found) {
        const result = await found.container.exec(command, timeout);
        if (result.code === 0) return;
        output = result.output.trim();
      }
      if (this.closed) throw new Error(`${name} was stopped while it started.`);
      if (performance.now() > deadline)
        throw new Error(`${name} is not healthy (${output}). Its log is ${this.logOf(name)}.`);
    }
  }

  /** Ends all services, those first that depend on others. Nothing is started afterwards. */
  async down(): Promise<void> {
    this.closed = true;
    while (this.running.size > 0) {
      const needed = [...this.running.keys()].flatMap((name) => Object.keys(this.service(name).depends_on));
      const behind = new Set(needed.flatMap((name) => [name, ...this.needsOf(name)]));
      const free = [...this.running.keys()].filter((name) => !behind.has(name));
      await Promise.all(free.map((name) => this.stop(name)));
    }
  }

  private needsOf(name: string): string[] {
    return Object.keys(this.service(name).depends_on).flatMap((needed) => [needed, ...this.needsOf(needed)]);
  }

  private service(name: string): Service {
    const service = this.project.services[name];
    if (!service) throw new Error(`The compose file has no service ${name}.`);
    return service;
  }

  private logOf(name: string): string {
    return path.join(this.folder, 'logs', `${name}.log`);
  }

  private forget(name: string, found: Running): void {
    found.wanted = false;
    this.running.delete(name);
    this.started.delete(name);
  }

  private ensure(name: string): Promise<void> {
    const known = this.started.get(name);
    if (known) return known;
    const starting = this.startAfterOthers(name);
    this.started.set(name, starting);
    return starting;
  }

  private async startAfterOthers(name: string): Promise<void> {
    const service = this.service(name);
    await Promise.all(Object.keys(service.depends_on).map((needed) => this.ensure(needed)));
    const isJob = service.restart === undefined;
    await this.run(name);
    if (!isJob) return this.untilHealthy(name);
    const { container } = this.running.get(name) ?? {};
    const code = await container?.exited;
    this.running.delete(name);
    if (code !== 0) throw new Error(`${name} ended with code ${code}. Its log is ${this.logOf(name)}.`);
  }

  private async run(name: string): Promise<void> {
    const service = this.service(name);
    const spec = this.specOf(name, service, await this.imageOf(service.image));
    if (this.closed) throw new Error(`${name} is not started: the topology goes down.`);
    const found = { container: await startContainer(spec), wanted: true };
    this.running.set(name, found);
    if (service.restart !== undefined) void this.keepUp(name, found);
  }

  /** Starts a service again whenever it ends by itself; one that ends soon again waits longer each time. */
  private async keepUp(name: string, found: Running): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const startedMs = performance.now();
      const code = await found.container.exited;
      if (!this.stillWanted(found)) return;
      if (performance.now() - startedMs > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      this.say(`${name} ended with code ${code}: starting it again.`);
      await delay(pauseMs);
      if (!this.stillWanted(found)) return;
      const { spec } = found.container;
      found.container = await startContainer(spec).catch((error: unknown) => {
        this.say(`${name}: ${String(error)}`);
        return found.container;
      });
      // Stopped in the meantime.
      if (!this.stillWanted(found)) return void found.container.kill();
    }
  }

  private stillWanted(found: Running): boolean {
    return found.wanted && !this.closed;
  }

  private imageOf(name: string): Promise<Image> {
    const known = this.images.get(name);
    if (known) return known;
    const made = makeImage(name, { folder: path.join(this.folder, 'images'), say: this.say });
    this.images.set(name, made);
    return made;
  }

  private specOf(
    name: string,
    service: Service,
    image: Image,
    command: readonly string[] = service.command ?? image.command,
  ): ContainerSpec {
    const { hostname = name, user = image.user, security_opt } = service;
    const files = Object.entries({ ...image.files, ...this.names });
    const volumes = service.volumes.map((volume) => ({
      from: volume.type === 'volume' ? this.volume(volume.source) : volume.source,
      to: volume.target,
      writable: volume.type === 'volume' || !volume.read_only,
    }));
    return {
      name,
      hostname,
      user,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOSTNAME: hostname,
        ...image.env,
        ...environmentOf(service),
      },
      command: [...image.entrypoint, ...command],
      mounts: [...files.map(([to, from]) => ({ from, to, writable: false })), ...volumes],
      tmpfs: service.tmpfs,
      nesting: security_opt.includes('seccomp=unconfined') && security_opt.includes('systempaths=unconfined'),
      stopSignal: service.stop_signal,
      stopMs: service.stop_grace_period,
      log: this.logOf(name),
    };
  }
}

/** Variables of a service: what the compose file says itself wins over the files that it names. */
function environmentOf({ env_file, environment }: Service): Record<string, string> {
  const files = env_file.map(({ path: file }) =>
    existsSync(file) ? pairsOf(readFileSync(file, 'utf8')) : {},
  );
  return Object.assign({}, ...files, environment) as Record<string, string>;
}
