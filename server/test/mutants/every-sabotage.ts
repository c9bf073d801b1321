import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { derivedSabotages, type Source } from './derived.ts'
import { excuses } from './excuses.ts'
import { listedSabotages } from './listed/index.ts'
import type { Sabotage } from './sabotage.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Every sabotage: those derived from the sources, and those listed by hand. */
export async function everySabotage(): Promise<readonly Sabotage[]> {
  const folders = await Promise.all(['server/src', 'server/test', 'db/generated'].map(sourcesIn))
  return [...derivedSabotages(folders.flat()).map(excused), ...listedSabotages]
}

function excused(sabotage: Sabotage): Sabotage {
  const survives = excuses[`${sabotage.file}: ${sabotage.breaks}`]
  return survives === undefined ? sabotage : { ...sabotage, survives }
}

async function sourcesIn(folder: string): Promise<readonly Source[]> {
  const names = await readdir(path.join(root, folder), { recursive: true })
  const files = names.filter((name) => /\.(sql|ts)$/.test(name)).sort()
  return Promise.all(
    files.map(async (name) => ({
      file: path.join(folder, name),
      text: await readFile(path.join(root, folder, name), 'utf8'),
    })),
  )
}
