import path from 'node:path'
import { runnerImport } from 'vite'
import { root } from '../dist/database/sources.js'
import { absolute, median } from './rounds.mjs'

/** Imports tools of the browser tests; they are TypeScript, which Vite can load. */
const tool = async (name) => (await runnerImport(path.join(root, 'e2e', name))).module

/**
 * The times that a shop notices: loading each area, opening the till, a key in its search.
 *
 * @param {import('./options.mjs').Sizes} options
 */
export async function* webBench({ products, openings }) {
  const { areas, firstLoadBytes } = await tool('first-load.ts')
  for (const [area, entries] of Object.entries(areas))
    yield absolute(`first load of ${area}, compressed`, {
      ours: firstLoadBytes(entries) / 1000,
      unit: 'kB',
      atMost: 250,
    })
  const { firstPaintMs, goodsMs, keyMs } = await pace(products, openings)
  yield absolute(`the till with ${products} products: first paint`, {
    ours: median(firstPaintMs),
    unit: 'ms',
    atMost: 1_000,
    note: `goods could be touched after ${Math.round(median(goodsMs))} ms, from what the device keeps`,
  })
  yield absolute(`a key in the search of ${products} products, to its result drawn`, {
    ours: median(keyMs),
    unit: 'ms',
    atMost: 100,
    note: `the slowest of ${keyMs.length} took ${Math.round(Math.max(...keyMs))} ms`,
  })
}

async function pace(products, openings) {
  const { startProduct } = await tool('product.ts')
  const { launchBrowser } = await tool('browser.ts')
  const { fillCatalog, paceOfTill } = await tool('pace.ts')
  const product = await startProduct()
  try {
    const browser = await launchBrowser()
    try {
      await fillCatalog(product.url, products)
      return await paceOfTill(browser, product.url, { openings, typed: ['galletas', 'cuaderno 1', 'P-77'] })
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}
