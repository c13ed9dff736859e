import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from '../../src/machine/paths';

/** Place as the TypeScript server writes it: lines and columns from 1. */
export interface ServerPlace {
  file: string;
  start: { line: number; offset: number };
}

interface Item {
  file: string;
  name: string;
  selectionSpan: { start: { line: number; offset: number } };
}

/** TypeScript's own server as a process. */
export class TypeScriptServer {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (response: { success: boolean; body?: unknown }) => void>();
  private pending = '';
  private sequence = 0;

  constructor() {
    const server = join(PROJECT_ROOT, 'node_modules/typescript/lib/tsserver.js');
    const flags = ['--disableAutomaticTypingAcquisition', '--suppressDiagnosticEvents'];
    this.child = spawn(process.execPath, [server, ...flags], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdout?.on('data', (chunk: Buffer) => this.hear(chunk.toString('utf8')));
  }

  open(file: string): void {
    this.write('open', { file });
  }

  async references(place: ServerPlace): Promise<ServerPlace[]> {
    const { file, start } = place;
    const body = (await this.ask('references', { file, ...start })) as { refs: ServerPlace[] } | undefined;
    return body?.refs ?? [];
  }

  async incomingCalls(place: ServerPlace): Promise<ServerPlace[] | undefined> {
    return this.calls('provideCallHierarchyIncomingCalls', 'from', place);
  }

  async outgoingCalls(place: ServerPlace): Promise<ServerPlace[] | undefined> {
    return this.calls('provideCallHierarchyOutgoingCalls', 'to', place);
  }

  close(): void {
    this.child.kill('SIGKILL');
    for (const stream of this.child.stdio) stream?.destroy();
    this.child.unref();
  }

  /** Undefined for what the server has no call hierarchy of. */
  private async calls(
    command: string,
    end: 'from' | 'to',
    { file, start }: ServerPlace,
  ): Promise<ServerPlace[] | undefined> {
    const prepared = await this.ask('prepareCallHierarchy', { file, ...start });
    const items = (Array.isArray(prepared) ? prepared : prepared ? [prepared] : []) as Item[];
    const [item] = items;
    if (!item) return undefined;
    const body = await this.ask(command, { file: item.file, ...item.selectionSpan.start });
    return ((body ?? []) as Record<string, Item>[]).flatMap((call) => {
      const other = call[end];
      return other ? [{ file: other.file, start: other.selectionSpan.start }] : [];
    });
  }

  private async ask(command: string, args: object): Promise<unknown> {
    const response = await new Promise<{ success: boolean; body?: unknown }>((resolve) => {
      this.waiting.set(this.write(command, args), resolve);
    });
    return response.success ? response.body : undefined;
  }

  private write(command: string, args: object): number {
    this.sequence += 1;
    const request = { seq: this.sequence, type: 'request', command, arguments: args };
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.sequence;
  }

  private hear(text: string): void {
    this.pending += text;
    const lines = this.pending.split('\n');
    this.pending = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line) as {
        type: string;
        request_seq: number;
        success: boolean;
        body?: unknown;
      };
      if (message.type !== 'response') continue;
      this.waiting.get(message.request_seq)?.(message);
      this.waiting.delete(message.request_seq);
    }
  }
}

/** Place of the name that stands for all overloads: that of the one with a body, else of the first. */
export function withoutOverloads({ file, start }: ServerPlace): ServerPlace {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const offset = source.getPositionOfLineAndCharacter(start.line - 1, start.offset - 1);
  const name = nameAt(source, offset);
  const own = name?.parent;
  if (!name || !own || !isOverloaded(own)) return { file, start };
  const twins: Overloaded[] = [];
  ts.forEachChild(own.parent, (child) => {
    if (isOverloaded(child) && child.kind === own.kind && child.name?.getText() === name.getText())
      twins.push(child);
  });
  const chosen = twins.find((one) => 'body' in one && one.body !== undefined) ?? twins[0];
  const at = source.getLineAndCharacterOfPosition(chosen?.name?.getStart() ?? offset);
  return { file, start: { line: at.line + 1, offset: at.character + 1 } };
}

type Overloaded = ts.FunctionDeclaration | ts.MethodDeclaration | ts.MethodSignature;

function isOverloaded(node: ts.Node): node is Overloaded {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
}

function nameAt(node: ts.Node, offset: number): ts.Node | undefined {
  if (ts.isIdentifier(node) && node.getStart() === offset) return node;
  return ts.forEachChild(node, (child) =>
    child.pos <= offset && offset < child.end ? nameAt(child, offset) : undefined,
  );
}
