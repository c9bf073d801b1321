import { randomInt } from 'node:crypto'
import { Problem } from '../../problem/problem.ts'

const digitsMinted = 6

/** A random PIN: six digits, not one that is easy to guess, and not the employee's code. */
export function newPin(code?: string): string {
  for (;;) {
    const pin = String(randomInt(10 ** digitsMinted)).padStart(digitsMinted, '0')
    if (faultOf(pin, code) === undefined) return pin
  }
}

interface Known {
  /** The employee's code, if known. */
  readonly code: string | undefined
  /** The PIN being replaced, if known. */
  readonly present?: string
  /** The request field that the PIN came in. */
  readonly path?: string
}

/** @throws Problem `weak_pin` */
export function assertHard(pin: string, { code, present, path = '/pin' }: Known): void {
  const fault = pin === present ? 'is the current one' : faultOf(pin, code)
  if (fault !== undefined) throw new Problem('weak_pin', { errors: [{ path, message: fault }] })
}

function faultOf(pin: string, code: string | undefined): string | undefined {
  if (code !== undefined && pin === code) return 'must differ from the code'
  if (repeats(pin, 1) || repeats(pin, 2)) return 'repeats itself'
  if (runs(pin, 1) || runs(pin, 9)) return 'counts up or down'
  return undefined
}

/** 7777, 474747 */
function repeats(pin: string, period: number): boolean {
  return [...pin].every((digit, index) => digit === pin[index % period])
}

/** 3456, and over the end: 8901; with a step of nine downwards. */
function runs(pin: string, step: number): boolean {
  return [...pin].every(
    (digit, index) => index === 0 || Number(digit) === (Number(pin[index - 1]) + step) % 10,
  )
}
