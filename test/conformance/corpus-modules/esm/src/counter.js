export let count = 0;
export function increment(by = 1) {
  count += by;
}
export const reset = () => {
  count = 0;
};
export const self = function () {
  return this;
};
export default { read: () => count };
