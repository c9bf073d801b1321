import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Decoded } from '../web/src/ui/printer/decoded-bytes.ts'
import { drawBytes, drawnLines } from '../web/src/ui/printer/drawn-bytes.ts'

/** Retake them with `MOSTRADOR_PAPERS=write npm test -- e2e/papers`. */
const papers = path.resolve(import.meta.dirname, '../docs/papers')

/** What is the same on every day: neither dates nor numbers, nor the room around them and the breaks of their lines. */
const lasting = (lines: readonly string[]) =>
  lines
    .join(' ')
    .replaceAll(/\d[\d.,:/]*/g, '0')
    .replaceAll(/(0 \p{L}+\.? )?0 0 [ap]\. ?m\./gu, '(time)')
    .split(/\s+/)

/**
 * Compares a documented paper with what came out of the printer, and with what the browser would print of the page; or
 * writes it, when asked to.
 */
export async function holdPaper(
  page: Page,
  name: string,
  decoded: readonly Decoded[],
  paper: { columns: number; widthMm: number },
): Promise<void> {
  const at = (ending: string) => path.join(papers, `${name}-${paper.widthMm}.${ending}`)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  if (process.env['MOSTRADOR_PAPERS'] === 'write') {
    await mkdir(papers, { recursive: true })
    await writeFile(at('svg'), drawBytes(decoded, paper.columns))
    await writeFile(at('pdf'), pdf)
  }
  const printed = decoded.flatMap((each) => (each.kind === 'line' ? [each.text] : []))
  const drawn = drawnLines(await readFile(at('svg'), 'utf8'))
  expect(lasting(drawn)).toEqual(lasting(printed))
  for (const file of [pdf, await readFile(at('pdf'))]) {
    const pages = pagesOf(file)
    expect(pages).toHaveLength(1)
    expect(Math.abs((pages[0]?.widthMm ?? 0) - paper.widthMm)).toBeLessThan(0.5)
  }
}

const mm = (points: string | undefined) => (Number(points) * 25.4) / 72

/** The sizes of a PDF's pages. */
export function pagesOf(pdf: Buffer): { widthMm: number; heightMm: number }[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g)
  return [...boxes].map(([, width, height]) => ({ widthMm: mm(width), heightMm: mm(height) }))
}
