class Whole {
  static helper = (): string => 'helper';
  constructor(readonly name: string) {}
}
export = Whole;
