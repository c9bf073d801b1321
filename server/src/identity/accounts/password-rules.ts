import { Problem } from '../../problem/problem.ts'
import { commonPasswords } from './common-passwords.ts'

/** Minimum characters of a password used alone, and of one used with a second factor. */
export const minLength = { alone: 15, withSecondFactor: 8 } as const

interface Owner {
  readonly email: string
  readonly name: string
  readonly hasSecondFactor: boolean
}

/**
 * Refuses passwords that are easy to guess: short, common, a simple pattern, or built from the person's name.
 *
 * @throws Problem `weak_password`, whose detail says what to do
 */
export function assertStrong(password: string, owner: Owner, field = '/password'): void {
  const fault = weakness(password, owner)
  if (fault !== undefined)
    throw new Problem('weak_password', { detail: fault, errors: [{ path: field, message: fault }] })
}

/** Whether a password is long enough to sign in without a second factor. */
export const isLongEnoughAlone = (password: string): boolean => lengthOf(password) >= minLength.alone

const lengthOf = (password: string) => [...password.normalize('NFKC')].length

function weakness(password: string, owner: Owner): string | undefined {
  const min = owner.hasSecondFactor ? minLength.withSecondFactor : minLength.alone
  const normal = password.normalize('NFKC')
  if (lengthOf(password) < min) return `Use at least ${min} characters; a sentence works well.`
  const bare = simplified(normal)
  if (isCommon(bare)) return 'This password is on lists of common passwords.'
  if (isPattern(bare)) return 'This password is a simple pattern.'
  const own = wordsOf(owner).reduce((rest, word) => rest.replaceAll(word, ''), bare)
  if (own !== bare && own.length < 8) return 'Do not build it from your name or e-mail address.'
  return undefined
}

const look: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** Lower case, without accents, separators and the usual replacements of letters. */
function simplified(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[@$]/g, (each) => look[each] as string)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function unleeted(text: string): string {
  return text.replace(/[013457]/g, (each) => look[each] as string)
}

/** A common password alone, surrounded by digits, or repeated. */
function isCommon(bare: string): boolean {
  const core = bare.replace(/^\d+|\d+$/g, '')
  return [bare, core, unleeted(bare), unleeted(core)].some(
    (text) => commonPasswords.has(text) || commonPasswords.has(unitOf(text)),
  )
}

/** The part that a text repeats: for `abcabc`, `abc`. */
function unitOf(text: string): string {
  const at = (text + text).indexOf(text, 1)
  return at < text.length ? text.slice(0, at) : text
}

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklñzxcvbnm',
]

/** A run along the alphabet, the digits or the keyboard, or a few characters repeated. */
function isPattern(bare: string): boolean {
  if (new Set(bare).size < 5 || unitOf(bare).length < 5) return true
  return runs.some((run) => [run, [...run].reverse().join('')].some((walk) => walk.includes(bare)))
}

function wordsOf({ email, name }: Owner): string[] {
  const local = email.split('@')[0] ?? ''
  return [local, ...local.split(/[.+_-]/), name, ...name.split(/\s+/)]
    .map(simplified)
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
}
