import { Problem } from '../problem/problem.ts'

/**
 * Parses JSON text, and refuses what `JSON.parse` accepts: a duplicate key in an object (readers disagree
 * about which one counts) and `__proto__`.
 *
 * @throws Problem `malformed_request`
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_request', { detail: 'The body is not JSON.', cause: error })
  }
  assertUniqueKeys(text)
  return value
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/g

/** Walks the tokens of a text known to be JSON. A string is a key when an object expects one. */
function assertUniqueKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (const [found] of text.matchAll(token)) {
    if (found === '{') {
      open.push(new Set())
      expectsKey = true
    } else if (found === '[') {
      open.push(null)
      expectsKey = false
    } else if (found === '}' || found === ']') {
      open.pop()
      expectsKey = false
    } else if (found === ',') {
      expectsKey = open.at(-1) instanceof Set
    } else if (expectsKey) {
      const key = JSON.parse(found) as string
      const keys = open.at(-1) as Set<string>
      if (keys.has(key) || key === '__proto__')
        throw new Problem('malformed_request', { detail: `The key ${found} must not appear more than once.` })
      keys.add(key)
      expectsKey = false
    }
  }
}
