import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a zip archive; `claims` is what its headers declare when that is false. */
export interface Part {
  readonly name: string
  readonly data: string | Buffer
  readonly claims?: { readonly size?: number; readonly crc?: number }
}

/** A minimal deflated zip archive. */
export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const { name, data, claims } of parts) {
    const raw = Buffer.from(data)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(claims?.crc ?? crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claims?.size ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    contents.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, Buffer.from(name))
    files.push(file)
    offset += file.length
  }
  const table = Buffer.concat(contents)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(table.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, table, Buffer.from('PK\u0005\u0006'), end])
}

/** A cell in a test: text is inline text, a number a number cell, an object the cell's own XML. */
export type CellText = string | number | null | { readonly xml: string }

export interface SheetText {
  readonly name?: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: readonly (readonly CellText[])[]
  readonly merges?: readonly string[]
}

/** An .xlsx workbook with these sheets, and additional or replaced parts. */
export function workbook(sheets: readonly SheetText[], others: readonly Part[] = []): Buffer {
  const replaced = new Set(others.map(({ name }) => name))
  return zip([...partsOf(sheets).filter(({ name }) => !replaced.has(name)), ...others])
}

function partsOf(sheets: readonly SheetText[]): Part[] {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const each = (make: (sheet: SheetText, no: number) => string) =>
    sheets.map((sheet, index) => make(sheet, index + 1)).join('')
  return [
    {
      name: '[Content_Types].xml',
      data: `<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>
        ${each((_, no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${main}.worksheet+xml"/>`)}</Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships><Relationship Id="rId1" Type="${link}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="${link}"><sheets>${each(({ name, state }, no) => {
        const hidden = state === undefined ? '' : ` state="${state}"`
        return `<sheet name="${escaped(name ?? `Hoja${no}`)}" sheetId="${no}"${hidden} r:id="rId${no}"/>`
      })}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${each(
        (_, no) =>
          `<Relationship Id="rId${no}" Type="${link}/worksheet" Target="worksheets/sheet${no}.xml"/>`,
      )}</Relationships>`,
    },
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data: sheetXml(sheet) })),
  ]
}

function sheetXml({ rows, merges = [] }: SheetText): string {
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const lines = rows.map((cells, index) => `<row r="${index + 1}">${cells.map(cellXml).join('')}</row>`)
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${lines.join('')}</sheetData>
    ${merged === '' ? '' : `<mergeCells>${merged}</mergeCells>`}</worksheet>`
}

function cellXml(cell: CellText): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') return cell.xml
  return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A valid 19-digit ICCID for this number. */
export function iccid(no: number): string {
  const body = `895202${String(no).padStart(12, '0')}`
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}
