import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { TableCell } from './csv.ts'
import { columnName } from './header.ts'

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

/** XML cannot represent most control characters, U+FFFE and U+FFFF, so they are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type Part = readonly [name: string, xml: string]

/** 1980-01-01, the first day that a zip archive knows, so that the same table produces the same file. */
const mtime = new Date(1980, 0, 1)

function zip(parts: readonly Part[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, xml] of parts) {
    const document = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
    archive.addBuffer(document, name, { mtime, forceDosTimestamp: true })
  }
  archive.end()
  return buffer(archive.outputStream)
}
