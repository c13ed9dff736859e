import fc from 'fast-check';

/** With jest's own seed, so that `npm test -- --seed=N` draws the same examples again; every run without one draws others. */
fc.configureGlobal({ seed: jest.getSeed() });

export default fc;
