import { a, b } from './src/a.js'
import def from './src/a.js'
import { bump } from './src/late.js'
const x = a
bump()
let y = x
;[1].forEach(() => { y++ })
if (y)
  bump()
else bump()
const text = `${a}${b}`
const f = () => bump
f()()
export { x }
it('goes on', () => {
  const z = text
  bump()
  expect([x, y, z, def])
    .toEqual([1, 2, '12', 'default of a'])
})
