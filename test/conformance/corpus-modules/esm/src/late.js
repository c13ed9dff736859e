export let late = 0;
export function bump() {
  late++;
}
