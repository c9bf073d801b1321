import { randomInt } from 'node:crypto'

/** Crockford's: no letter that is taken for a digit, and no U. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 5

/** Fifty random bits in two groups, to be read out and typed: `7KQ2M-X41ZD`. */
export function newEnablingCode(): string {
  const group = () => Array.from({ length: groupLength }, () => symbols[randomInt(symbols.length)]).join('')
  return `${group()}-${group()}`
}

/** The code that was meant, however it was typed: small letters, gaps, O for 0, I and L for 1. */
export function enablingCodeOf(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
