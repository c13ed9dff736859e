describe('nothing', () => {});
