/** As much of @exodus/bytes as whatwg-url uses: queries are in UTF-8 here. */
import { utf8PercentEncodeString } from 'whatwg-url/lib/percent-encoding';

export function percentEncodeAfterEncoding(encoding: string, text: string, encoded: string): string {
  void encoding;
  const isEncoded = (byte: number): boolean =>
    byte <= 0x1f || byte > 0x7e || encoded.includes(String.fromCharCode(byte));
  return utf8PercentEncodeString(text, isEncoded);
}
