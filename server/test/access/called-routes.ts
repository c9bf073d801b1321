import { readFile } from 'node:fs/promises'
import path from 'node:path'

const imports = /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g
const calls = /\bapi\.(GET|POST|PUT|PATCH|DELETE)\(\s*(?:'([^']+)'|(\w+))/g

/**
 * The routes that screens of the web client call: of the given files and all their imports, static or lazy.
 *
 * @returns `GET /pos/carts/{id}`, each once
 */
export async function callsOf(folder: string, files: readonly string[]): Promise<string[]> {
  const waiting = files.map((file) => path.join(folder, file))
  const seen = new Set<string>()
  const found = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || file.endsWith('.d.ts')) continue
    seen.add(file)
    const text = await readFile(file, 'utf8')
    for (const name of callsIn(text)) found.add(name)
    for (const [, imported] of text.matchAll(imports))
      waiting.push(path.resolve(path.dirname(file), imported as string))
  }
  return [...found]
}

function callsIn(text: string): string[] {
  const called = [...text.matchAll(calls)].map(([, method, literal, name]) => {
    const value = literal ?? new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1]
    if (value === undefined) throw new Error(`which path is ${name}?`)
    return `${method} ${value}`
  })
  // Requests that a browser makes by itself: streams and pictures.
  const streamed = [...text.matchAll(/EventSource\(`([^`?]+)\?/g)].map(([, to]) => `GET ${to}`)
  const shown = [...text.matchAll(/`(\/pos\/[^`?]*)\$\{\w+\}`/g)].map(([, to]) => `GET ${to}{id}`)
  return [...called, ...streamed, ...shown]
}
