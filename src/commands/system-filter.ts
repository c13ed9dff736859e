/**
 * Calls of the system that checks have no use for and that kernels were often broken by: keyrings, programs in the
 * kernel, counters of the processor, faults handled by a process, and rings of calls. They answer as on a kernel
 * without them, which programs are prepared for. Numbers: the kernel's tables of calls.
 */
const MACHINES: Readonly<Partial<Record<NodeJS.Architecture, { audit: number; calls: readonly number[] }>>> =
  {
    // add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd, io_uring_setup, _enter, _register
    x64: { audit: 0xc000003e, calls: [248, 249, 250, 298, 321, 323, 425, 426, 427] },
    arm64: { audit: 0xc00000b7, calls: [217, 218, 219, 241, 280, 282, 425, 426, 427] },
  };

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const ENOSYS = 38;
const REFUSE = 0x00050000 | ENOSYS;
/** Calls from here on belong to another way of calling the same kernel. */
const FOREIGN = 0x40000000;

/** The filter as bubblewrap takes it, a program for the kernel; undefined where the machine's calls are not known. */
export function systemFilter(architecture = process.arch): Buffer | undefined {
  const machine = MACHINES[architecture];
  if (!machine) return undefined;
  const { audit, calls } = machine;
  // Each line: what is done, lines to skip if it holds and if not, its value. The last one refuses.
  const program: (readonly [number, number, number, number])[] = [
    [LOAD, 0, 0, 4],
    [IF_EQUAL, 0, calls.length + 3, audit],
    [LOAD, 0, 0, 0],
    [IF_AT_LEAST, calls.length + 1, 0, FOREIGN],
    ...calls.map((call, at) => [IF_EQUAL, calls.length - at, 0, call] as const),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([what, yes, no, value], at) => {
    bytes.writeUInt16LE(what, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  });
  return bytes;
}
