import { expect, test } from 'vitest'
import { type ScaleKind, scaleProtocols } from './scale-protocols.ts'

const read = (kind: ScaleKind, heard: string) => scaleProtocols[kind].read(heard)

test.each([
  ['torrey', '  0.278 kg\r', { grams: 278, isStable: null }],
  ['torrey', 'NETO 1.250 kg\r', { grams: 1_250, isStable: null }],
  ['torrey', 'NEG 0.010 kg\r', { grams: -10, isStable: null }],
  ['torrey', 'SOBRE PESO\r', null],
  ['lines', 'ST,GS,+   1.250 kg\r\n', { grams: 1_250, isStable: true }],
  ['lines', 'US,GS,+   1.250 kg\r\n', { grams: 1_250, isStable: false }],
  ['lines', 'ST,NT,0,   0.505 kg\r\n', { grams: 505, isStable: true }],
  ['lines', 'ST,GS,-   0.120 kg\r\n', { grams: -120, isStable: true }],
  ['lines', 'OL,GS,+  99.999 kg\r\n', null],
  ['lines', 'ST,GS,+   450 g\r\n', { grams: 450, isStable: true }],
  ['lines', '1.250 lb\r\n', null],
  ['toledo', '\x0201.234\r', { grams: 1_234, isStable: true }],
  ['toledo', '\x0200.500N\r', { grams: 500, isStable: true }],
  ['toledo', '\x02?A\r', null],
] as const)('%s: %j is %j', (kind, heard, reading) => {
  expect(read(kind, heard).reading).toEqual(reading)
})

test('a message that is not whole waits for its rest', () => {
  const first = read('torrey', '  0.278 kg\r  0.2')
  expect(first).toEqual({ reading: { grams: 278, isStable: null }, rest: '  0.2' })
  expect(read('torrey', `${first.rest}81 kg\r`).reading?.grams).toBe(281)
})

test('of several messages the last counts', () => {
  expect(read('lines', 'US,GS,+ 1.100 kg\r\nST,GS,+ 1.250 kg\r\n').reading).toEqual({
    grams: 1_250,
    isStable: true,
  })
})

const frame = (body: string) =>
  `\x01\x02${body}${String.fromCharCode([...body].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0))}\x03\x04`

test('a frame of the cash register protocol is read if its check byte is right', () => {
  expect(read('ecr', `\x06${frame('S  1.250kg')}`).reading).toEqual({ grams: 1_250, isStable: true })
  expect(read('ecr', frame('U  1.250kg')).reading).toEqual({ grams: 1_250, isStable: false })
  expect(read('ecr', frame('SF 9.999kg')).reading).toBeNull()
  expect(read('ecr', frame('S  1.250kg').replace('1.250', '1.350')).reading).toBeNull()
  const whole = frame('S  1.250kg')
  const start = read('ecr', whole.slice(0, 6))
  expect(start.reading).toBeNull()
  expect(read('ecr', start.rest + whole.slice(6)).reading?.grams).toBe(1_250)
})
