import { entryOf, type OpsFinding, type Placed } from './finding';

/** Defects of a workflow of GitHub Actions. */
export function checkWorkflow(file: string, workflow: Placed): readonly OpsFinding[] {
  const jobs = entryOf(workflow, 'jobs')?.entries ?? [];
  const uses = jobs.flatMap(({ value }) => [value, ...(entryOf(value, 'steps')?.list ?? [])]);
  return [...dangerousTrigger(file, workflow), ...uses.flatMap((step) => checkStep(file, step))];
}

function checkStep(file: string, step: Placed): OpsFinding[] {
  const action = entryOf(step, 'uses');
  const run = entryOf(step, 'run');
  const findings: OpsFinding[] = [];
  if (action?.text !== undefined) findings.push(...checkAction(file, action.text, action.line));
  const { text = '', line = step.line } = run ?? {};
  const at = text
    .split('\n')
    .findIndex((part) => /\b(?:echo|printf|cat)\b.{0,500}\$\{\{\s*secrets\./.test(part));
  if (at >= 0)
    findings.push({
      ...{ severity: 'error', rule: 'secret-echoed', file, line: line + at },
      message: 'A secret is printed: pass it to the program by an environment variable.',
    });
  if (/\$\{\{\s*github\.(?:event\.|head_ref)/.test(text))
    findings.push({
      ...{ severity: 'error', rule: 'script-injection', file, line },
      message: 'Text of strangers becomes part of the script: pass it by an environment variable.',
    });
  return findings;
}

/** The action by a commit is fixed; one by a tag of its own maker can be moved. */
function checkAction(file: string, text: string, line: number): OpsFinding[] {
  if (text.startsWith('./') || text.startsWith('docker://')) return [];
  const at = text.lastIndexOf('@');
  const version = at < 0 ? '' : text.slice(at + 1);
  if (/^[0-9a-f]{40}$/.test(version)) return [];
  const isMoving = /^(?:|main|master|latest|develop)$/.test(version);
  const isOfGitHub = text.startsWith('actions/') || text.startsWith('github/');
  return [
    {
      severity: isMoving ? 'error' : isOfGitHub ? 'note' : 'warning',
      ...{ rule: 'unpinned-action', file, line },
      message: `${text} can change without notice: name the commit of the version.`,
    },
  ];
}

/** Runs with secrets on the code of strangers, where the job checks their code out. */
function dangerousTrigger(file: string, workflow: Placed): OpsFinding[] {
  const on = entryOf(workflow, 'on');
  const names = [
    ...(on?.entries ?? []).map(({ key, line }) => ({ key, line })),
    ...(on?.list ?? []).map(({ text = '', line }) => ({ key: text, line })),
    ...(on?.text === undefined ? [] : [{ key: on.text, line: on.line }]),
  ];
  return names
    .filter(({ key }) => key === 'pull_request_target')
    .map(({ line }) => ({
      ...{ severity: 'error', rule: 'pull-request-target', file, line },
      message:
        'pull_request_target gives secrets to pull requests of strangers: use pull_request, or check out no code of theirs.',
    }));
}
