import { expect, test } from 'vitest'
import { type Part, type SheetText, workbook, zip } from '../../../test/workbook.ts'
import type { SheetRow } from '../../spreadsheet/workbook.ts'
import { openWorkbook } from './open-workbook.ts'

async function read(file: Buffer) {
  const sheet = await openWorkbook(file)
  const rows: SheetRow[] = []
  for await (const some of sheet.rows()) rows.push(...some)
  return { sheet, rows }
}

const plain: SheetText = { rows: [['ICCID'], ['8952']] }
const sheetPart = (data: string | Buffer, claims: Part['claims'] = {}): Part => ({
  name: 'xl/worksheets/sheet1.xml',
  data,
  claims,
})

test('cells are returned unchanged, with their addresses', async () => {
  const { sheet, rows } = await read(
    workbook([
      {
        name: 'Lote «A» & B',
        merges: ['A1:C1', 'B4:B5'],
        rows: [
          ['título'],
          [],
          ['89521234567890123456', 8.952123456789012e21, 'á <é>'],
          [
            { xml: '<c r="D4"><f>1+1</f><v>2</v></c>' },
            { xml: '<c r="AA4" t="b"><v>1</v></c>' },
            { xml: '<c r="AB4" t="e"><v>#N/A</v></c>' },
            { xml: '<c r="AC4" s="3"/>' },
          ],
        ],
      },
    ]),
  )
  expect(sheet.name).toBe('Lote «A» & B')
  expect(rows.map(({ number }) => number)).toEqual([1, 3, 4])
  expect([...(rows[1]?.cells ?? [])]).toEqual([
    [0, { kind: 'text', text: '89521234567890123456' }],
    [1, { kind: 'number', text: '8.952123456789012e+21' }],
    [2, { kind: 'text', text: 'á <é>' }],
  ])
  expect([...(rows[2]?.cells ?? [])]).toEqual([
    [3, { kind: 'formula', text: '' }],
    [26, { kind: 'boolean', text: '1' }],
    [27, { kind: 'error', text: '#N/A' }],
  ])
  expect(sheet.merges()).toEqual([
    { firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 2 },
    { firstRow: 4, lastRow: 5, firstColumn: 1, lastColumn: 1 },
  ])
})

test('shared strings are looked up by number, without phonetic text', async () => {
  const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const file = workbook(
    [{ rows: [[{ xml: '<c t="s"><v>1</v></c>' }, { xml: '<c t="s"><v>0</v></c>' }]] }],
    [
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: `<Relationships><Relationship Id="rId1" Type="${link}/worksheet" Target="/xl/worksheets/sheet1.xml"/>
          <Relationship Id="rId9" Type="${link}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      },
      {
        name: 'xl/sharedStrings.xml',
        data: '<sst><si><t>uno</t></si><si><r><t>do</t></r><r><t>s</t></r><rPh><t>no</t></rPh></si></sst>',
      },
    ],
  )
  const { rows } = await read(file)
  expect([...(rows[0]?.cells.values() ?? [])].map(({ text }) => text)).toEqual(['dos', 'uno'])
})

test('the first visible sheet is read, and the hidden ones are listed', async () => {
  const { sheet, rows } = await read(
    workbook([
      { name: 'Oculta', state: 'hidden', rows: [['a']] },
      { name: 'Muy oculta', state: 'veryHidden', rows: [['b']] },
      { name: 'Chips', rows: [['c']] },
      { name: 'Otra', rows: [['d']] },
    ]),
  )
  expect([sheet.name, sheet.hiddenSheets]).toEqual(['Chips', ['Oculta', 'Muy oculta']])
  expect(rows[0]?.cells.get(0)?.text).toBe('c')
})

test('a cell that is too long is cut, and a column far out is ignored', async () => {
  const { rows } = await read(
    workbook([{ rows: [['x'.repeat(5_000), { xml: '<c r="XFD1"><v>1</v></c>' }]] }]),
  )
  expect([...(rows[0]?.cells ?? [])].map(([at, { text }]) => [at, text.length])).toEqual([[0, 2_001]])
})

const types = (type: string) => ({
  name: '[Content_Types].xml',
  data: `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
})
const whole = workbook([plain])

test.each<[string, Buffer, string]>([
  ['a text file', Buffer.from('iccid,msisdn\n8952,55'), 'workbook_unsupported'],
  ['an empty file', Buffer.alloc(0), 'workbook_unsupported'],
  ['an old workbook, or one with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'workbook_unsupported'],
  ['a PDF', Buffer.from('%PDF-1.7 …'), 'workbook_unsupported'],
  ['a zip archive of something else', zip([{ name: 'readme.txt', data: 'x' }]), 'workbook_unsupported'],
  [
    'a text document',
    workbook(
      [plain],
      [types('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml')],
    ),
    'workbook_unsupported',
  ],
  [
    'a binary workbook',
    workbook([plain], [types('application/vnd.ms-excel.sheet.binary.main')]),
    'workbook_unsupported',
  ],
  [
    'a workbook for macros',
    workbook([plain], [types('application/vnd.ms-excel.sheet.macroEnabled.main+xml')]),
    'workbook_has_macros',
  ],
  [
    'a program with another extension',
    workbook([plain], [{ name: 'xl/vbaProject.bin', data: 'x' }]),
    'workbook_has_macros',
  ],
  [
    'an old macro sheet',
    workbook([plain], [{ name: 'xl/macrosheets/sheet1.xml', data: '<x/>' }]),
    'workbook_has_macros',
  ],
  ['a truncated file', whole.subarray(0, whole.length - 30), 'workbook_damaged'],
  ['half a file', whole.subarray(0, whole.length / 2), 'workbook_damaged'],
  [
    'a part with a wrong checksum',
    workbook([plain], [sheetPart('<worksheet><sheetData/></worksheet>', { crc: 1 })]),
    'workbook_damaged',
  ],
  ['truncated XML', workbook([plain], [sheetPart('<worksheet><sheetData><row>')]), 'workbook_damaged'],
  [
    'XML in an unknown encoding',
    workbook([plain], [sheetPart(Buffer.of(60, 97, 62, 255, 254))]),
    'workbook_damaged',
  ],
  [
    'two parts with the same name',
    zip([
      { name: 'A.xml', data: '' },
      { name: 'a.XML', data: '' },
    ]),
    'workbook_damaged',
  ],
  [
    'rows in descending order',
    workbook([plain], [sheetPart('<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>')]),
    'workbook_damaged',
  ],
  [
    'its own entities',
    workbook(
      [plain],
      [
        sheetPart(
          '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
        ),
      ],
    ),
    'workbook_unsafe',
  ],
  ['no visible sheet', workbook([{ ...plain, state: 'hidden' }]), 'workbook_without_sheet'],
  [
    'more parts than any workbook has',
    workbook(
      [plain],
      Array.from({ length: 600 }, (_, no) => ({ name: `xl/media/${no}.png`, data: '' })),
    ),
    'workbook_too_large',
  ],
])('%s is refused', async (_what, file, code) => {
  await expect(read(file)).rejects.toMatchObject({ code })
})

test('a zip bomb is refused before it is unpacked, and one with a false size while unpacking', async () => {
  const megabytes = Buffer.alloc(60_000_000, ' ')
  const bomb = workbook([plain], [sheetPart(megabytes)])
  const lie = workbook([plain], [sheetPart(megabytes, { size: 1_000 })])
  expect([bomb.length, lie.length].every((size) => size < 100_000)).toBe(true)
  const before = process.memoryUsage().rss
  await expect(openWorkbook(bomb)).rejects.toMatchObject({ code: 'workbook_too_large' })
  await expect(read(lie)).rejects.toMatchObject({ code: 'workbook_damaged' })
  expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000)
})

test('overlapping parts are refused', async () => {
  const file = workbook([plain, plain])
  // Each entry of the central directory now claims a part as long as the whole file.
  for (let at = file.indexOf('PK\u0001\u0002'); at >= 0; at = file.indexOf('PK\u0001\u0002', at + 4))
    file.writeUInt32LE(file.length - 100, at + 20)
  await expect(openWorkbook(file)).rejects.toMatchObject({ code: 'workbook_damaged' })
})

test('an endless text is not collected', async () => {
  // It compresses badly, so that its ratio is inconspicuous.
  const noise = Buffer.from(Array.from({ length: 3_000_000 }, () => 97 + Math.floor(Math.random() * 26)))
  const data = Buffer.concat([Buffer.from('<worksheet><sheetData><row><c t="str"><v>'), noise])
  await expect(read(workbook([plain], [sheetPart(data)]))).rejects.toMatchObject({
    code: 'workbook_too_large',
  })
})
