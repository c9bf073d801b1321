import { readFile } from 'node:fs/promises'
import { PrepareError } from '../prepare.mjs'

/**
 * The existing files that a new noun changes.
 *
 * @param {string} kind
 * @param {Record<string, string>} names
 * @returns {Promise<Record<string, string>>} their new texts, by path from the root
 */
export async function connectionsOf(kind, names) {
  const edits = kind === 'collection' ? ofCollection(names) : ofRoutes(names)
  const files = {}
  for (const { file, after, before, text } of [
    ...edits,
    ...(kind === 'read' ? [] : wordsOfActs(kind, names)),
  ])
    files[file] = added(file, files[file] ?? (await readFile(file, 'utf8')), { after, before, text })
  return files
}

/** A service and its routes, in the file of the store plane. */
function ofRoutes({ area, kebabs, nouns }) {
  const file = 'server/src/compose/store-plane.ts'
  return [
    {
      file,
      before: /^import /m,
      text:
        `import { ${nouns}Routes } from '../${area}/${kebabs}/routes.ts'\n` +
        `import { ${nouns}Service } from '../${area}/${kebabs}/service.ts'\n`,
    },
    {
      file,
      before: /^ {4}\.\.\.recordRoutes\(/m,
      text: `    ...${nouns}Routes(${nouns}Service({ database })),\n`,
    },
  ]
}

/** A collection, in the list of records and in the list of tables that the API’s login may write. */
function ofCollection({ area, kebabs, snakes, nouns }) {
  const file = 'server/src/compose/records.ts'
  return [
    {
      file,
      before: /^import /m,
      text: `import { ${nouns} } from '../${area}/${kebabs}/collections.ts'\n`,
    },
    { file, before: /^ {4}\]\.flatMap\(\(each\) => collectionRoutes\(/m, text: `      ${nouns},\n` },
    {
      file: 'server/test/access/rows.test.ts',
      before: /^ {4}'catalog\.barcodes': 'create update delete',\n/m,
      text: `    '${area}.${snakes}': 'create update delete',\n`,
    },
  ]
}

/** Words for the acts in the audit log, to be made those of the noun. */
function wordsOfActs(kind, { snake }) {
  const acts = {
    created: ['Creó', 'Created'],
    updated: ['Cambió', 'Changed'],
    deleted: ['Eliminó', 'Deleted'],
  }
  const done = kind === 'collection' ? Object.keys(acts) : ['created']
  const inLanguage = (file, index, record, one) => [
    {
      file,
      after: /^ {2}action: \{\n/m,
      text: done.map((act) => `    ${snake}_${act}: '${acts[act][index]} ${record}',\n`).join(''),
    },
    { file, after: /^ {2}entity: \{\n/m, text: `    ${snake}: '${one}',\n` },
  ]
  return [
    ...inLanguage('web/src/desk/audit/texts.ts', 0, 'el registro', 'Registro'),
    ...inLanguage('web/src/desk/audit/texts.en.ts', 1, 'the record', 'Record'),
  ]
}

/** A text with another one before or after the place that a pattern finds. */
function added(file, source, { before, after, text }) {
  const found = (before ?? after).exec(source)
  if (found === null)
    throw new PrepareError(
      `${file} has changed, and scripts/new/connections.mjs no longer finds where to add to it.`,
    )
  const at = found.index + (before === undefined ? found[0].length : 0)
  return source.slice(0, at) + text + source.slice(at)
}
