import { Problem } from '../../problem/problem.ts'
import { budget } from './budget.ts'
import { visitAll } from './xml.ts'

/**
 * The texts that cells refer to by number, each cut at the maximum cell length. Phonetic text (`rPh`) is left
 * out.
 *
 * @throws Problem `workbook_too_large` · `workbook_damaged` · `workbook_unsafe`
 */
export async function sharedStrings(part: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = []
  let chars = 0
  let text = ''
  let isText = false
  let isPronunciation = false
  await visitAll(part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPronunciation = true
      if (name === 't') isText = !isPronunciation
    },
    text(piece) {
      if (isText) text = (text + piece).slice(0, budget.cellChars)
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isPronunciation = false
      if (name !== 'si') return
      chars += text.length
      if (texts.push(text) > budget.sharedStrings || chars > budget.sharedStringChars)
        throw new Problem('workbook_too_large', { detail: 'The workbook has too much text.' })
    },
  })
  return texts
}
