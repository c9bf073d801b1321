// Checks the documents' links to files and headings of this repository. Exits 1 naming each broken one.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './prepare.mjs'

process.chdir(root)
const documents = (await Promise.all(['.', 'docs', 'docs/decisions'].map(markdownIn))).flat()
const faults = (await Promise.all(documents.map(faultsOf))).flat()
for (const fault of faults) console.log(fault)
if (documents.length === 0) console.log('There is no document at all.')
process.exitCode = faults.length > 0 || documents.length === 0 ? 1 : 0

async function markdownIn(folder) {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name))
}

async function faultsOf(document) {
  const text = await readFile(document, 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link)
  const own = links.filter((link) => !/^[a-z]+:/.test(link))
  const broken = await Promise.all(own.map(async (link) => ((await leads(document, link)) ? [] : [link])))
  return broken.flat().map((link) => `${document}: ${link}`)
}

async function leads(document, link) {
  const [file, heading] = link.split('#')
  const target = file === '' ? document : path.join(path.dirname(document), file)
  if (!existsSync(target)) return false
  return heading === undefined || (await anchorsOf(target)).includes(heading)
}

/**
 * Anchors as GitHub makes them, in lower case, without punctuation, spaces as hyphens, plus those written by
 * hand.
 */
async function anchorsOf(document) {
  const text = await readFile(document, 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)]
}
