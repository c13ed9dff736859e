describe('this', () => {
  beforeAll(function () {
    this.fromAll = 'all';
  });

  beforeEach(function () {
    this.count = (this.count ?? 0) + 1;
  });

  it('is shared with the hooks around the test', function () {
    expect(this.count).toBe(1);
    this.fromTest = true;
  });

  it('is new for every test', function () {
    expect(this.count).toBe(1);
    expect(this.fromTest).toBeUndefined();
  });

  it('is not that of beforeAll', function () {
    expect(this.fromAll).toBeUndefined();
  });

  it('has no prototype', function () {
    expect(Object.getPrototypeOf(this)).toBeNull();
  });

  afterEach(function () {
    expect(this.count).toBe(1);
  });
});
