export namespace Geometry {
  export interface Size {
    width: number;
    height: number;
  }
  export const area = ({ width, height }: Size): number => width * height;
}

export class Registry {
  constructor(readonly names: string[]) {}
}
export namespace Registry {
  export const shared = new Registry(['shared']);
}
