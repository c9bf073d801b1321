import { Problem } from '../../problem/problem.ts'
import type { CellRange, OpenWorkbook, Sheet, SheetRow } from '../../spreadsheet/workbook.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Links, linksOf, unsupported, workbookPart } from './package.ts'
import { sharedStrings } from './shared-strings.ts'
import { rowCollector } from './sheet-rows.ts'
import { visit, visitAll } from './xml.ts'

/** Every zip archive begins with this; older and encrypted workbooks do not. */
const zipMagic = Buffer.from('PK\u0003\u0004')

export const isArchive = (file: Buffer): boolean => file.subarray(0, 4).equals(zipMagic)

/** Opens an .xlsx workbook from an untrusted source, and reads only its first visible sheet. */
export const openWorkbook: OpenWorkbook = async (file) => {
  if (!isArchive(file)) throw unsupported()
  const archive = await openArchive(file)
  const part = await workbookPart(archive)
  const links = await linksOf(archive, part)
  const { sheets, counts1904 } = await sheetsOf(archive, part, links)
  const visible = sheets.find(({ isHidden }) => !isHidden)
  if (visible === undefined) {
    throw new Problem('workbook_without_sheet', { detail: 'Unhide the sheet to read.' })
  }
  const stringsPart = [...links.values()].find(({ type }) => type.endsWith('/sharedStrings'))?.target
  let merges: readonly CellRange[] = []
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    const shared = stringsPart === undefined ? [] : await sharedStrings(archive.part(stringsPart))
    const collector = rowCollector(shared)
    merges = collector.merges
    for await (const _ of visit(archive.part(visible?.part ?? ''), collector.visitor)) {
      const taken = collector.take()
      if (taken.length > 0) yield taken
    }
  }
  return {
    name: visible.name,
    hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    counts1904,
    rows,
    merges: () => merges,
  } satisfies Sheet
}

interface Listed {
  readonly name: string
  readonly isHidden: boolean
  readonly part: string
}

/** The worksheets in the order of their tabs; excludes charts and dialogs. */
async function sheetsOf(archive: Archive, part: string, links: Links) {
  const sheets: Listed[] = []
  let counts1904 = false
  await visitAll(archive.part(part), {
    open(tag, attributes) {
      if (tag === 'workbookPr') counts1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (tag !== 'sheet') return
      const idName = Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''
      const link = links.get(attributes[idName] ?? '')
      if (!link?.type.endsWith('/worksheet')) return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      sheets.push({ name: (attributes['name'] ?? '').slice(0, 100), isHidden, part: link.target })
    },
  })
  return { sheets, counts1904 }
}
