import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { Problem } from '../../problem/problem.ts'
import { damaged } from './archive.ts'
import { budget } from './budget.ts'

/** Called while a part is parsed. Names have no namespace prefix. */
export interface Visitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML in pieces, and yields after each piece. Document types, and so custom entities, are refused.
 *
 * @throws Problem `workbook_unsafe` · `workbook_damaged` · `workbook_too_large`
 */
export async function* visit(part: AsyncIterable<Buffer>, visitor: Visitor): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let seenAt = 0
  const seen = () => {
    seenAt = parser.position
  }
  parser.on('doctype', () => {
    throw new Problem('workbook_unsafe', { detail: 'The workbook declares XML entities.' })
  })
  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('opentag', ({ name, attributes }) => {
    seen()
    visitor.open?.(local(name), attributes)
  })
  parser.on('text', (text) => {
    seen()
    visitor.text?.(text)
  })
  parser.on('cdata', (text) => {
    seen()
    visitor.text?.(text)
  })
  parser.on('closetag', ({ name }) => {
    seen()
    visitor.close?.(local(name))
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of part) {
    parser.write(decoded(decoder, chunk))
    if (parser.position - seenAt > budget.tokenChars) {
      throw new Problem('workbook_too_large', { detail: 'The workbook contains an endless text.' })
    }
    yield
  }
  parser.close()
}

/** Parses a small part completely. @throws Problem as `visit` */
export async function visitAll(part: AsyncIterable<Buffer>, visitor: Visitor): Promise<void> {
  for await (const _ of visit(part, visitor));
}

function decoded(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    throw damaged(error)
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
