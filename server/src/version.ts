import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './database/sources.ts'

/** The version of this program, from its package. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string
}
