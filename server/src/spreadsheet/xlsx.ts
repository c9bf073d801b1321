import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import type { TableCell } from './csv.ts'
import { columnName } from './header.ts'

const deflated = promisify(deflateRaw)

/**
 * A table as an Excel workbook with one sheet. Numbers become number cells, and text becomes text cells,
 * which are never evaluated as formulas.
 *
 * @param sheetName as shown on the tab
 */
export async function xlsxFile(sheetName: string, rows: readonly (readonly TableCell[])[]): Promise<Buffer> {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const name = escaped(sheetName.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31))
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${sheet}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    ],
  ])
}

function rowXml(cells: readonly TableCell[], index: number): string {
  const number = index + 1
  return `<row r="${number}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${number}`)).join('')}</row>`
}

function cellXml(cell: TableCell, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** XML cannot represent most control characters, so they are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type Part = readonly [name: string, xml: string]

/** A zip archive (APPNOTE 6.3): each part deflated, then the central directory. */
async function zip(parts: readonly Part[]): Promise<Buffer> {
  const files: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const [name, xml] of parts) {
    const raw = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
    const packed = await deflated(raw)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version needed
    common.writeUInt16LE(0x0800, 2) // names are UTF-8
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt16LE(0x21, 8) // 1980-01-01: the same table gives the same bytes
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(path.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    contents.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, path)
    files.push(file)
    offset += file.length
  }
  const table = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, table, end])
}
