/** Memory of the present request as the child itself measures it: the parent's watch can miss a short peak. */
import { allowedGrowth, BYTES_PER_SENT, COMPILER_WORK_BYTES } from '../memory';
import { receivedBytes } from './frames';
import { compilerBytes } from './load-typescript';

interface Start {
  resident: number;
  /** Peak of the whole life where the parent can't let it begin anew. */
  peak: number;
  received: number;
  hasCompiler: boolean;
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

function present(): Start {
  return {
    resident: process.memoryUsage.rss(),
    peak: peakBytes(),
    received: receivedBytes(),
    hasCompiler: compilerBytes() > 0,
  };
}

let start = present();

/** The child is idle: what it holds now is not charged to the next request. */
export function markIdle(): void {
  start = present();
}

/** True if the child held more at some time than the request may take. */
export function exceededMemory(heapMb: number): boolean {
  const peak = peakBytes();
  // Where peaks are those of a whole life, one of an earlier request says nothing about this one.
  if (peak === start.peak) return false;
  const received = (receivedBytes() - start.received) * BYTES_PER_SENT;
  const compiler = start.hasCompiler ? COMPILER_WORK_BYTES : compilerBytes();
  return peak - start.resident > allowedGrowth(heapMb) + received + compiler;
}
