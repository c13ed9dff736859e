export class Account {
  readonly currency: string = 'EUR';
  constructor(
    public readonly owner: string,
    protected held: number = 0,
  ) {}
  get balance(): number {
    return this.held;
  }
  protected add(amount: number): void {
    this.held += amount;
  }
}

export class Savings extends Account {
  constructor(
    owner: string,
    balance: number,
    readonly rate: number,
  ) {
    super(owner, balance);
  }
  grow(): void {
    this.add(this.held * this.rate);
  }
}

export abstract class Shape {
  protected abstract readonly kind: string;
  abstract area(): number;
  describe(): string {
    return `${this.kind} of ${this.area()}`;
  }
}

export class Square extends Shape {
  static made = 0;
  static ready: boolean;
  static {
    Square.made = 1;
    Square.ready = true;
  }
  protected override readonly kind = 'square';
  constructor(private readonly side: number) {
    super();
  }
  override area(): number {
    if (this.side < 0) throw new RangeError('negative');
    return this.side ** 2;
  }
}
