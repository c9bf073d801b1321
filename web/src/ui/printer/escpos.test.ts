import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaperDocument } from '../paper/paper-document.ts'
import { type Decoded, decodeBytes } from './decoded-bytes.ts'
import { drawerKick, encodePaper, type PrinterFace } from './escpos.ts'
import { rowLines, wrapped } from './paper-rows.ts'

const face: PrinterFace = { columns: 48, codePage: 'cp858', hasCutter: true }
const noPicture = async () => null

const print = async (paper: PaperDocument, more: Partial<PrinterFace> = {}): Promise<Decoded[]> =>
  decodeBytes(await encodePaper(paper, { ...face, ...more }, noPicture))
const linesOf = (decoded: readonly Decoded[]) =>
  decoded.flatMap((each) => (each.kind === 'line' ? [each] : []))

const ticket: PaperDocument = [
  { kind: 'text', text: 'Abarrotes La Ñandú', look: 'heading' },
  { kind: 'text', text: 'Av. Güemes 12, Peña Blanca', look: 'centered' },
  { kind: 'rule' },
  { kind: 'row', label: 'Jalapeño en escabeche, lata de 220 g', value: '$1,234.50' },
  { kind: 'text', text: '2 × $617.25 · Descuento −$10.00', look: 'quiet' },
  { kind: 'rule' },
  { kind: 'row', label: 'Total', value: '$1,224.50', isTotal: true },
  { kind: 'text', text: '¡Gracias! ¿Factura? 3 €', look: 'centered' },
  { kind: 'qr', data: 'A-000123' },
]

test('a ticket for 58 mm is printed as written here', async () => {
  const decoded = await print(ticket, { columns: 32 })
  expect(linesOf(decoded).map(({ text }) => text.trimEnd())).toEqual([
    '       Abarrotes La Ñandú',
    '   Av. Güemes 12, Peña Blanca',
    '--------------------------------',
    'Jalapeño en escabeche, $1,234.50',
    'lata de 220 g',
    '2 × $617.25 · Descuento -$10.00',
    '--------------------------------',
    'Total                  $1,224.50',
    '    ¡Gracias! ¿Factura? 3 €',
    '',
    '',
    '',
    '',
    '',
  ])
  expect(decoded.find(({ kind }) => kind === 'qr')).toMatchObject({ data: 'A-000123', align: 'center' })
  expect(decoded.at(-1)).toEqual({ kind: 'cut' })
})

test('a text of several lines keeps them, and a name in a row is one line', async () => {
  const decoded = await print([
    { kind: 'text', text: 'Av. Güemes 12\r\nPeña Blanca\nC.P. 94000', look: 'centered' },
    { kind: 'row', label: 'Motivo', value: 'Caducado\r\nayer' },
  ])
  const lines = linesOf(decoded).map(({ text }) => text.trim().replaceAll(/ +/g, ' '))
  expect(lines.slice(0, 4)).toEqual(['Av. Güemes 12', 'Peña Blanca', 'C.P. 94000', 'Motivo Caducado ayer'])
})

test('headings are centered and bold, and the total is twice as high', async () => {
  const lines = linesOf(await print(ticket))
  expect(lines.find(({ text }) => text.includes('Ñandú'))).toMatchObject({ isBold: true, heightTimes: 1 })
  expect(lines.find(({ text }) => text.includes('Güemes'))).toMatchObject({ isBold: false })
  expect(lines.find(({ text }) => text.startsWith('Total'))).toMatchObject({
    isBold: true,
    heightTimes: 2,
    widthTimes: 1,
  })
  expect(lines.at(-1)).toMatchObject({ isBold: false, heightTimes: 1 })
})

test.each(['cp858', 'cp850', 'windows1252'] as const)('all Spanish letters are in %s', async (codePage) => {
  const letters = 'áéíóúüñ ÁÉÍÓÚÜÑ ¿¡ °ª'
  const [line] = linesOf(await print([{ kind: 'text', text: letters }], { codePage }))
  expect(line?.text.trimEnd()).toBe(letters)
})

test('without a code page, letters lose their accents and nothing else', async () => {
  const [line] = linesOf(await print([{ kind: 'text', text: '¡Año nuevo! ÉL × 3 €' }], { codePage: 'ascii' }))
  expect(line?.text.trimEnd()).toBe('Ano nuevo! EL x 3 EUR')
})

test('no line is wider than the paper, whatever is on it', async () => {
  const text = fc.string({ maxLength: 90, unit: 'grapheme' })
  const block = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text }),
    fc.record({ kind: fc.constant('row' as const), label: text, value: text }),
    fc.record({ kind: fc.constant('code' as const), label: text, value: text }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { maxLength: 6 }),
      fc.constantFrom(32 as const, 42 as const, 48 as const),
      fc.constantFrom('cp858' as const, 'windows1252' as const, 'ascii' as const),
      async (paper, columns, codePage) => {
        for (const line of linesOf(await print(paper, { columns, codePage })))
          expect(line.columns).toBeLessThanOrEqual(columns)
      },
    ),
    { numRuns: 150, examples: [[[{ kind: 'text', text: '§ 5 ¶' }], 32, 'cp858']] },
  )
})

test('a value is never broken apart from its name as long as it fits into a line', () => {
  expect(rowLines('Refresco', '$19.00', 20)).toEqual(['Refresco      $19.00'])
  expect(rowLines('Refresco de cola 600 ml', '$19.00', 20)).toEqual(['Refresco de   $19.00', 'cola 600 ml'])
  expect(rowLines('Clave', 'ABCD EFGH IJKL MNOP', 20)).toEqual(['Clave', ' ABCD EFGH IJKL MNOP'])
})

test('words are kept whole, and cut only when they are longer than a line', () => {
  expect(wrapped('uno dos tres', 7)).toEqual(['uno dos', 'tres'])
  expect(wrapped('paralelepípedo', 6)).toEqual(['parale', 'lepípe', 'do'])
  expect(wrapped('', 6)).toEqual([''])
})

test('a PIN is printed large, in groups that are not broken', async () => {
  const lines = linesOf(
    await print([{ kind: 'code', label: 'PIN', value: '1234 5678 9012 3456' }], { columns: 32 }),
  )
  const large = lines.filter(({ widthTimes }) => widthTimes === 2).map(({ text }) => text.trim())
  expect(large).toEqual(['1234 5678 9012', '3456'])
})

test('a picture is printed as dots, and one that cannot be had is left out', async () => {
  const black = {
    width: 16,
    height: 8,
    data: new Uint8ClampedArray(16 * 8 * 4).map((_, at) => (at % 4 === 3 ? 255 : 0)),
  }
  const paper: PaperDocument = [{ kind: 'picture', url: '/pos/files/1' }]
  const decoded = decodeBytes(await encodePaper(paper, face, async () => black))
  const picture = decoded.find((each) => each.kind === 'raster')
  expect(picture).toMatchObject({ widthDots: 16, heightDots: 8, align: 'center' })
  expect(picture?.bits.every((byte) => byte === 0xff)).toBe(true)
  expect((await print(paper)).some(({ kind }) => kind === 'raster')).toBe(false)
})

test('paper is cut only by printers that have a cutter', async () => {
  expect((await print(ticket, { hasCutter: false })).some(({ kind }) => kind === 'cut')).toBe(false)
})

test('the drawer is opened at its pin', () => {
  expect(decodeBytes(drawerKick(2))).toEqual([{ kind: 'pulse', pin: 2, onMs: 120, offMs: 500 }])
  expect(decodeBytes(drawerKick(5))).toEqual([{ kind: 'pulse', pin: 5, onMs: 120, offMs: 500 }])
})
