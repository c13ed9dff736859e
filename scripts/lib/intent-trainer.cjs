'use strict';
// Multinomial logistic regression on hashed n-grams, by stochastic gradient descent. The same texts give the same bytes:
// the order of the texts is shuffled by a generator of its own.
const { isHeldOut } = require('./intent-texts.cjs');

const EPOCHS = 8;
const RATE = 3;
/** Errors that nothing is learnt from: most classes are right soon. */
const SMALL_ERROR = 0.01;
/** Common buckets say less: a value counts by a power of the logarithm of how rare its bucket is, in this unit. */
const RARITY_POWER = 1.5;
const RARITY = 12;
/** Levels on each side of zero that a weight is rounded to: fewer compress better. */
const LEVELS = 31;
/** Rows that are kept: those with the heaviest weights. */
const MOST_ROWS = 37_500;
/** Confidence from which an intent is taken without asking, and the share of held-out texts that must be right above it. */
const SURE = 0.65;
const LEAST_RIGHT = 0.975;

/** Shuffles in place, by a linear congruential generator. */
function shuffler(seed) {
  let state = seed;
  return (list) => {
    for (let index = list.length - 1; index > 0; index -= 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const other = Math.floor((state / 2 ** 32) * (index + 1));
      [list[index], list[other]] = [list[other], list[index]];
    }
  };
}

function emptyModel(buckets, classes) {
  return { classes, weights: new Float32Array(buckets * classes), biases: new Float32Array(classes) };
}

function scores({ classes, weights, biases }, { buckets, values }) {
  const sums = Float64Array.from(biases);
  for (let at = 0; at < buckets.length; at += 1) {
    const row = buckets[at] * classes;
    for (let index = 0; index < classes; index += 1) sums[index] += weights[row + index] * values[at];
  }
  return sums;
}

/** Probabilities of modes, which sum up to 1, and of a question, the last class. */
function probabilities(sums, temperature = 1) {
  const modes = sums.length - 1;
  let most = -Infinity;
  for (let index = 0; index < modes; index += 1) most = Math.max(most, sums[index]);
  let total = 0;
  for (let index = 0; index < modes; index += 1) {
    sums[index] = Math.exp((sums[index] - most) / temperature);
    total += sums[index];
  }
  for (let index = 0; index < modes; index += 1) sums[index] /= total;
  sums[modes] = 1 / (1 + Math.exp(-sums[modes]));
  return sums;
}

function learn(model, { buckets, values, mode, isQuestion }, rate) {
  const { classes, weights, biases } = model;
  const errors = probabilities(scores(model, { buckets, values }));
  errors[mode] -= 1;
  errors[classes - 1] -= isQuestion ? 1 : 0;
  const wrong = [...errors.keys()].filter((index) => Math.abs(errors[index]) > SMALL_ERROR);
  for (const index of wrong) biases[index] -= rate * 0.1 * errors[index];
  for (let at = 0; at < buckets.length; at += 1) {
    const row = buckets[at] * classes;
    const step = rate * values[at];
    for (const index of wrong) weights[row + index] -= step * errors[index];
  }
}

/** How rare each bucket is in the texts. */
function raritiesOf(examples, bucketCount) {
  const counts = new Uint32Array(bucketCount);
  for (const { buckets } of examples) for (const bucket of buckets) counts[bucket] += 1;
  return Float32Array.from(counts, (count) =>
    count === 0 ? 0 : Math.log(1 + examples.length / count) ** RARITY_POWER / RARITY,
  );
}

function fit(examples, bucketCount, classes) {
  const model = emptyModel(bucketCount, classes);
  const shuffle = shuffler(1);
  const rarities = raritiesOf(examples, bucketCount);
  const order = examples.map((example) => ({
    ...example,
    values: example.values.map((value, at) => value * rarities[example.buckets[at]]),
  }));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order);
    for (const example of order) learn(model, example, RATE * (1 - epoch / EPOCHS));
  }
  // The classifier knows no rarities: they become part of the weights.
  for (let at = 0; at < model.weights.length; at += 1)
    model.weights[at] *= rarities[Math.floor(at / classes)];
  return model;
}

/** The heaviest rows, in the order of their buckets. */
function keptRows({ classes, weights }) {
  const count = weights.length / classes;
  const heaviness = (row) =>
    weights.subarray(row * classes, (row + 1) * classes).reduce((sum, one) => sum + one * one, 0);
  return Array.from({ length: count }, (_, row) => ({ row, heavy: heaviness(row) }))
    .filter(({ heavy }) => heavy > 0)
    .sort((one, other) => other.heavy - one.heavy || one.row - other.row)
    .slice(0, MOST_ROWS)
    .map(({ row }) => row)
    .sort((one, other) => one - other);
}

/** Weights rounded to levels, a scale for each class; what is rounded off is gone from the model too. */
function rounded({ classes, weights, biases }, rows) {
  const values = new Int8Array(rows.length * classes);
  const scales = [];
  const coarse = emptyModel(weights.length / classes, classes);
  coarse.biases.set(biases);
  for (let index = 0; index < classes; index += 1) {
    const most = rows.reduce((so, row) => Math.max(so, Math.abs(weights[row * classes + index])), 0);
    const scale = Math.fround(most / LEVELS);
    scales.push(scale);
    rows.forEach((row, at) => {
      const level = Math.round(weights[row * classes + index] / scale);
      values[index * rows.length + at] = level;
      coarse.weights[row * classes + index] = level * scale;
    });
  }
  return { coarse, values, scales };
}

/** Lowest temperature at which held-out texts above the sure confidence are right often enough. */
function temperatureFor(model, heldOut) {
  const sums = heldOut.map((example) => ({ example, raw: scores(model, example) }));
  for (let temperature = 0.5; temperature < 8; temperature += 0.05) {
    const sure = sums
      .map(({ example, raw }) => ({
        example,
        shares: probabilities(Float64Array.from(raw), temperature).subarray(0, -1),
      }))
      .filter(({ shares }) => Math.max(...shares) >= SURE);
    const right = sure.filter(({ example, shares }) => shares.indexOf(Math.max(...shares)) === example.mode);
    if (right.length >= sure.length * LEAST_RIGHT) return temperature;
  }
  return 8;
}

function bytesOf({ rows, values, scales, biases, temperature }) {
  const classes = scales.length;
  const head = Buffer.alloc(8 + classes * 8 + rows.length * 2);
  head.writeUInt32LE(rows.length, 0);
  head.writeUInt32LE(classes, 4);
  scales.forEach((scale, index) => {
    // Only modes are cooled: a question is one where its score is above zero.
    const by = index < classes - 1 ? temperature : 1;
    head.writeFloatLE(scale / by, 8 + index * 4);
    head.writeFloatLE(biases[index] / by, 8 + (classes + index) * 4);
  });
  rows.forEach((row, at) => head.writeUInt16LE(row, 8 + classes * 8 + at * 2));
  return Buffer.concat([head, Buffer.from(values.buffer)]);
}

/** Weights of a model of the texts, as `readWeights` takes them; the held-out ones set its temperature only. */
function train(texts, { featuresOf, buckets, modes }) {
  const examples = texts.map(({ text, mode, isQuestion }) => {
    const features = [...featuresOf(text)];
    return {
      text,
      isQuestion,
      mode: modes.indexOf(mode),
      buckets: Int32Array.from(features, ([bucket]) => bucket),
      values: Float32Array.from(features, ([, value]) => value),
    };
  });
  const model = fit(
    examples.filter(({ text }) => !isHeldOut(text)),
    buckets,
    modes.length + 1,
  );
  const rows = keptRows(model);
  const { coarse, values, scales } = rounded(model, rows);
  const heldOut = examples.filter(({ text }) => isHeldOut(text));
  const temperature = temperatureFor(coarse, heldOut);
  return bytesOf({ rows, values, scales, biases: coarse.biases, temperature });
}

module.exports = { train };
