import type { OpsFinding } from '../ops/finding';
import type { Requirement, Tool } from './requirements';
import { mayFit } from './version-range';

/** Official images by the tool that they bring. */
const IMAGES: Readonly<Record<string, Tool>> = {
  node: 'node',
  python: 'python',
  golang: 'go',
  rust: 'rustc',
  openjdk: 'java',
  'eclipse-temurin': 'java',
};

/** Images whose version is none that the project asks for. */
export function mismatches(
  file: string,
  images: readonly { image: string; line: number }[],
  wanted: readonly Requirement[],
): readonly OpsFinding[] {
  return images.flatMap(({ image, line }) => {
    const [name = '', tag = ''] = image.slice(image.lastIndexOf('/') + 1).split(':');
    const tool = Object.hasOwn(IMAGES, name) ? IMAGES[name] : undefined;
    const version = /^\d{1,4}(?:\.\d{1,4}){0,2}/.exec(tag)?.[0];
    if (tool === undefined || version === undefined) return [];
    return wanted
      .filter((one) => one.tool === tool && mayFit(version, one.wants) === false)
      .map(({ wants, source }) => ({
        ...{ severity: 'error' as const, rule: 'image-version', file, line },
        message: `The image has ${tool} ${version}, but ${source} asks for ${wants}: use the same version.`,
      }));
  });
}
