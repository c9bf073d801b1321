import { parseArgs } from 'node:util'

/**
 * What a script was asked for on its command line. When that is invalid, says why, with the usage, and ends the process.
 *
 * @template T
 * @param {import('node:util').ParseArgsOptionsConfig} options
 * @param {string} usage
 * @param {(values: Record<string, any>, words: readonly string[]) => T} read throws an Error that says what is wrong
 * @param {{ takesWords?: boolean }} [accepted] whether words without an option are taken
 * @returns {T}
 */
export function optionsOf(options, usage, read, { takesWords = false } = {}) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: takesWords })
    return read(values, positionals)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

/** A seed to print, so that the run can be repeated with it. */
export const randomSeed = () => String(Math.floor(Math.random() * 1_000_000))

/** @throws Error when the text of an option is no whole number from `least` to `most` */
export function whole(name, text, least = 0, most = 999_999_999) {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new Error(`--${name} is a whole number from ${least} to ${most}.`)
}
