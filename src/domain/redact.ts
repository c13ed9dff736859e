/** What stands where a secret stood. */
export const REDACTED = '[REDACTED]';

/** Shapes of tokens that are secret whoever issued them. Whole matches go, or only the group `secret`. */
const TOKEN_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\b(?:hf_|gsk_|xai-|dop_v1_|pypi-)[A-Za-z0-9_-]{24,}/g,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /\bBearer\s+(?<secret>[A-Za-z0-9._~+/-]{12,}=*)/gi,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:(?<secret>[^\s/@]{3,})@/gi,
  // Also where the quotes are escaped, in a text within JSON.
  /\b[\w-]*(?:api[_-]?key|secret|passwo?rd|access[_-]?token|auth[_-]?token)[\w-]*\\?["']?\s*[:=]\s*\\?["'](?<secret>(?:[^"'\\\s]|\\(?!["'])){8,})\\?["']/gi,
  /^(?:export\s+)?[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)[A-Z0-9_]*=(?<secret>[^\s"'$]{8,})$/gm,
];

/** Shorter values are words of the language; replacing them would maul texts and hide nothing. */
const MIN_SECRET = 6;

/**
 * The text without the given secrets and without anything of a token's shape. For every exit: history, logs,
 * reports, stored prompts. Never for an edit: it would write the mark into the user's code.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  const known = [...new Set(secrets.flatMap(asWritten))].filter((secret) => secret.length >= MIN_SECRET);
  // Longest first: a secret may hold another.
  for (const secret of known.sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, REDACTED);
  for (const shape of TOKEN_SHAPES) {
    clean = clean.replace(shape, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1);
      const secret = isGroups(groups) ? groups['secret'] : undefined;
      if (secret === undefined) return REDACTED;
      // The name before it may hold the same text.
      const at = match.lastIndexOf(secret);
      return match.slice(0, at) + REDACTED + match.slice(at + secret.length);
    });
  }
  return clean;
}

/** A secret as it is, and as it stands in a text within JSON. */
function asWritten(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)];
}

function isGroups(value: unknown): value is Record<string, string | undefined> {
  return typeof value === 'object' && value !== null;
}
