/** A statement of a file: its text and where it begins. */
export interface Statement {
  readonly text: string
  readonly at: number
}

/** The statements that begin with a text and end at the next semicolon outside quotes and parentheses. */
export function statementsAfter(source: string, start: string): readonly Statement[] {
  const found: Statement[] = []
  for (let at = source.indexOf(start); at >= 0; at = source.indexOf(start, at + 1))
    found.push({ at, text: source.slice(at, endOf(source, at)) })
  return found
}

function endOf(source: string, from: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < source.length; at += 1) {
    const char = source[at]
    if (char === "'") isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ';' && depth === 0) return at + 1
  }
  throw new Error(`a statement does not end: ${source.slice(from, from + 60)}`)
}
