/** Kind of a file by its first bytes: its name may say anything. */
export type Format = 'pdf' | 'zip' | 'html' | 'rtf' | 'ole' | 'other';

/** Bytes before which a PDF may begin, as its readers have it. */
const PDF_WITHIN = 1_024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export function formatOf(bytes: Buffer, name: string): Format {
  if (bytes.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'pdf';
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006') return 'zip';
  if (bytes.subarray(0, OLE.length).equals(OLE)) return 'ole';
  if (start === '{\\rt') return 'rtf';
  return isHtml(bytes, name) ? 'html' : 'other';
}

/** True for a file of a format that has no text of its own: it is not edited as one. */
export function isDocument(bytes: Buffer): boolean {
  return ['pdf', 'zip', 'ole'].includes(formatOf(bytes, ''));
}

function isHtml(bytes: Buffer, name: string): boolean {
  const head = bytes.subarray(0, 1_024).toString('latin1').replaceAll('\0', '').trimStart().toLowerCase();
  const body = head.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').trimStart();
  if (body.startsWith('<!doctype html') || body.startsWith('<html')) return true;
  return /\.x?html?$/i.test(name) && body.startsWith('<');
}
