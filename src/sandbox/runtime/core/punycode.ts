/** node:punycode. */
import nodeModule from './internal.library';

export default nodeModule<Record<'decode' | 'encode', (text: string) => string>>('punycode');
