import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A code block of a guide: a new file, or changes to an existing one. */
export interface Block {
  readonly file: string
  readonly isDiff: boolean
  readonly text: string
}

/** A section of a guide. */
export interface Section {
  /** The words after `npm run new --`, when the section is about what that writes. */
  readonly scaffold: readonly string[] | undefined
  readonly blocks: readonly Block[]
}

/** The sections of a document, with the blocks that name a file. */
export function sectionsOf(markdown: string): readonly Section[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      scaffold: /^npm run new -- (.*)$/m.exec(section)?.[1]?.split(' '),
      blocks: [...section.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, file, text]) => ({
        file: file as string,
        isDiff: kind === 'diff',
        text: text as string,
      })),
    }))
}

/** What a file is after a block. @throws Error when the file differs from the block's context */
export function after({ file, isDiff, text }: Block, before: string | undefined): string {
  if (isDiff !== (before !== undefined))
    throw new Error(`${file} ${isDiff ? 'does not exist' : 'exists already'}`)
  return before === undefined ? text : patched(file, before, text)
}

/** Applies the hunks in order; `…` stands for the rest of its line. */
function patched(file: string, before: string, diff: string): string {
  let text = before
  for (const hunk of diff.split(/^@@\n/m)) {
    const lines = hunk.replace(/\n$/, '').split('\n')
    const strangers = lines.filter((line) => !/^[ +-]/.test(line))
    if (strangers.length > 0) throw new Error(`${file}: a diff has the line “${strangers[0]}”`)
    const of = (signs: string) =>
      lines.filter((line) => signs.includes(line.charAt(0))).map((line) => line.slice(1))
    text = of(' -').length === 0 ? `${text}${of('+').join('\n')}\n` : replaced(file, text, of(' -'), of(' +'))
  }
  return text
}

function replaced(file: string, text: string, old: readonly string[], wanted: readonly string[]): string {
  const exactly = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = old.map((line) => line.split('…').map(exactly).join('(.*)')).join('\n')
  const found = [...text.matchAll(new RegExp(`^${pattern}$`, 'gm'))]
  if (found.length !== 1)
    throw new Error(`${file} contains these lines ${found.length} times:\n${old.join('\n')}`)
  const [[whole, ...rests]] = found as [RegExpExecArray]
  return text.replace(whole, () => wanted.join('\n').replaceAll('…', () => rests.shift() ?? ''))
}

/** Not copied: folders that the copy creates itself, or that belong to this clone. */
const left = ['.git', 'node_modules', '.mostrador', 'test-output', 'docs/pictures', 'web/dist']
const isTaken = (source: string) => !left.some((name) => source.endsWith(`/${name}`))

/** Copies this repository as it is on disk, with its packages and builds, to a temporary folder. */
export async function copyOfRepository(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-guide-'))
  await cp(root, dir, { recursive: true, filter: isTaken })
  for (const workspace of ['server', 'web', 'client'])
    await linkAll(path.join(root, workspace, 'node_modules'), path.join(dir, workspace, 'node_modules'))
  await linkAll(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  await mkdir(path.join(dir, 'node_modules/@mostrador'))
  for (const workspace of ['server', 'web', 'client'])
    await symlink(path.join(dir, workspace), path.join(dir, 'node_modules/@mostrador', workspace))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** Our workspaces are linked to the copy, and caches are not linked. */
async function linkAll(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  await mkdir(to, { recursive: true })
  const shared = names.filter((name) => !['@mostrador', '.vite', '.vite-temp'].includes(name))
  await Promise.all(shared.map((name) => symlink(path.join(from, name), path.join(to, name))))
}
