/**
 * Parses PostgreSQL's analysis of a statement, as stored in the catalog for a function: `{NAME :field value}` is a node,
 * `(…)` a list, `<>` nothing; a backslash escapes characters that would end a word.
 *
 * @typedef {string | null | Tree[] | { node: string, [field: string]: Tree }} Tree
 */

const word = /\s*(?:([{}()])|"((?:[^"\\]|\\.)*)"|((?:[^\s{}()\\]|\\.)+))/gsy

/** @returns {Tree} */
export function parseNodeTree(text) {
  word.lastIndex = 0
  const next = () => {
    const found = word.exec(text)
    if (found === null) throw new Error(`no end in: ${text.slice(0, 80)}`)
    const [, bracket, quoted, plain] = found
    return bracket === undefined ? { text: quoted ?? plain, isQuoted: quoted !== undefined } : { bracket }
  }
  const value = (token) => {
    if (token.bracket === '{') return node()
    if (token.bracket === '(') return list()
    if (token.text === '<>' && !token.isQuoted) return null
    return token.text.replaceAll(/\\(.)/gs, '$1')
  }
  const list = () => {
    const items = []
    for (let token = next(); token.bracket !== ')'; token = next()) items.push(value(token))
    return items
  }
  const node = () => {
    const made = { node: next().text }
    let field = ''
    for (let token = next(); token.bracket !== '}'; token = next()) {
      if (token.text?.startsWith(':') && !token.isQuoted) field = token.text.slice(1)
      else if (field === 'constvalue') made.bytes = [...(made.bytes ?? []), token.text]
      else made[field] = value(token)
    }
    return made
  }
  return value(next())
}
