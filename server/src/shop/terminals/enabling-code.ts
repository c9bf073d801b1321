import { randomInt } from 'node:crypto'

/** Crockford's alphabet: without letters that look like digits, and without U. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 5

/** Fifty random bits in two groups, easy to read out and type: `7KQ2M-X41ZD`. */
export function newEnablingCode(): string {
  const group = () => Array.from({ length: groupLength }, () => symbols[randomInt(symbols.length)]).join('')
  return `${group()}-${group()}`
}

/** Normalizes a typed code: lower case, gaps, O for 0, I and L for 1. */
export function enablingCodeOf(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
