import { SaxesParser } from 'saxes'
import { type StoredObject, StoreFault } from '../../backup/store.ts'

/** The texts of all elements with this name. */
export function textsIn(xml: string, element: string): string[] {
  const found: string[] = []
  walk(xml, (path, text) => {
    if (path.at(-1) === element) found.push(text)
  })
  return found
}

export function objectsIn(xml: string): StoredObject[] {
  const found: { name: string; bytes: number; storedAt: Date }[] = []
  walk(xml, (path, text) => {
    if (path.at(-2) !== 'Contents') return
    if (path.at(-1) === 'Key') found.push({ name: text, bytes: 0, storedAt: new Date(0) })
    const last = found.at(-1)
    if (last !== undefined && path.at(-1) === 'Size') last.bytes = Number(text)
    if (last !== undefined && path.at(-1) === 'LastModified') last.storedAt = new Date(text)
  })
  return found
}

function walk(xml: string, read: (path: readonly string[], text: string) => void): void {
  const parser = new SaxesParser()
  const path: string[] = []
  let text = ''
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', () => {
    read(path, text)
    path.pop()
    text = ''
  })
  parser.on('error', (error) => {
    throw new StoreFault(`The store's answer is not XML: ${error.message}`)
  })
  parser.write(xml).close()
}

/** S3's own word for what was wrong, such as `SignatureDoesNotMatch`. */
export const codeIn = (text: string): string => /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? ''
