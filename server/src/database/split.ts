/** A comment, a text, a name in quotes, a body between dollars, a body of SQL, or one character of a statement. */
const piece = String.raw`--.*|'[^']*'|"[^"]*"|(\$\w*\$)[^]*?\1|\bbegin atomic\b[^]*?^end(?=;)|[^;]`
const statement = new RegExp(`(?:${piece})+`, 'gim')
const comments = /--.*/g

/**
 * The statements of a file, without what is only a comment. They are sent one by one: Citus refuses several in one string
 * where they concern tables that are spread over nodes.
 */
export function statementsIn(text: string): string[] {
  return [...text.matchAll(statement)].flatMap(([found]) =>
    found.replace(comments, '').trim() === '' ? [] : [found.trim()],
  )
}
