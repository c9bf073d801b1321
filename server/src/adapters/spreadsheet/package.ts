import path from 'node:path'
import { Problem } from '../../problem/problem.ts'
import type { Archive } from './archive.ts'
import { visitAll } from './xml.ts'

const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** A relationship of one part to another, by id. */
export type Links = ReadonlyMap<string, { readonly type: string; readonly target: string }>

/**
 * The workbook part, by the package's declared content types and not by file names.
 *
 * @throws Problem `workbook_unsupported` · `workbook_has_macros`
 */
export async function workbookPart(archive: Archive): Promise<string> {
  if (!archive.has('[Content_Types].xml')) throw unsupported()
  const types = new Map<string, string>()
  await visitAll(archive.part('[Content_Types].xml'), {
    open(name, { PartName, Extension, ContentType }) {
      if (name === 'Override') types.set(PartName?.toLowerCase() ?? '', ContentType ?? '')
      if (name === 'Default') types.set(`*.${Extension?.toLowerCase()}`, ContentType ?? '')
    },
  })
  const isMacro = (word: string) => /vbaproject|macro/i.test(word)
  if ([...types.values(), ...archive.names()].some(isMacro)) {
    throw new Problem('workbook_has_macros', { detail: 'Save it as a workbook without macros (.xlsx).' })
  }
  const links = await linksOf(archive, '')
  const target = [...links.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (target === undefined) throw unsupported()
  const type = types.get(`/${target.toLowerCase()}`) ?? types.get(`*${path.posix.extname(target)}`)
  if (type !== mainType) throw unsupported()
  return target
}

/** The relationships of a part; `''` is the package itself. */
export async function linksOf(archive: Archive, part: string): Promise<Links> {
  const { dir, base } = path.posix.parse(part)
  const links = new Map<string, { type: string; target: string }>()
  const name = path.posix.join(dir, '_rels', `${base}.rels`)
  if (!archive.has(name)) return links
  await visitAll(archive.part(name), {
    open(tag, { Id, Type, Target, TargetMode }) {
      // External targets are never followed.
      if (tag !== 'Relationship' || TargetMode === 'External') return
      const target = path.posix.resolve('/', dir, Target ?? '').slice(1)
      links.set(Id ?? '', { type: Type ?? '', target })
    },
  })
  return links
}

export function unsupported(): Problem {
  return new Problem('workbook_unsupported', {
    detail: 'Save it as an Excel workbook (.xlsx), without a password.',
  })
}
