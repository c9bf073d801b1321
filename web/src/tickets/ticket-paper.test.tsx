import type { Receipt } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaperDocument } from '../ui/paper/paper-document.ts'
import { usePaperWords } from '../ui/words/words.ts'
import { ticketTexts } from './texts.ts'
import { ticketPaper } from './ticket-paper.ts'

type Ticket = Pick<Receipt, 'kind' | 'folio' | 'createdAt' | 'content'>

const sale: Ticket = {
  kind: 'SALE',
  folio: 'A-000123',
  createdAt: '2026-11-28T16:00:00.000Z',
  content: {
    store: { name: 'Centro', code: 'MTZ-1', address: null, phone: null },
    timeZone: 'America/Tijuana',
    soldAt: '2026-11-28T16:00:00.000Z',
    totalCentavos: 2_500,
    payments: [],
  },
}
const line = {
  ...({ productName: 'Café', variantName: null, sku: null, unit: 'PIECE', note: null } as const),
  ...{ unitPriceCentavos: 2_500, grossCentavos: 2_490, discountCentavos: 0, totalCentavos: 2_490 },
  ...{ taxRateBps: 1_600, isTaxExempt: false },
}

function paperOf(ticket: Ticket): PaperDocument {
  let paper: PaperDocument = []
  const Drawn = () => {
    paper = ticketPaper(usePaperWords(ticketTexts), ticket, { isCopy: false, logoUrl: null })
    return null
  }
  renderToStaticMarkup(<Drawn />)
  return paper
}

const rowsOf = (paper: PaperDocument) =>
  paper.flatMap((block) => (block.kind === 'row' ? [`${block.label}: ${block.value}`] : []))

test('a ticket says its store’s code beside the folio, and its QR code names both', () => {
  const paper = paperOf(sale)
  expect(rowsOf(paper)).toContain('Folio: A-000123 · MTZ-1')
  expect(paper.at(-1)).toEqual({ kind: 'qr', data: 'MTZ-1/A-000123' })
})

test('the QR code of a refund names the sale and its store', () => {
  const content = { ...sale.content, saleFolio: 'A-000123' }
  const paper = paperOf({ ...sale, kind: 'RETURN', folio: 'D-000007', content })
  expect(rowsOf(paper)).toContain('Folio: D-000007 · MTZ-1')
  expect(paper.at(-1)).toEqual({ kind: 'qr', data: 'MTZ-1/A-000123' })
})

test('a ticket has the time of its store, wherever it is printed', () => {
  const [date] = rowsOf(paperOf(sale)).filter((row) => row.startsWith('Fecha'))
  expect(date).toContain('8:00')
})

test('a refund of money alone counts no pieces, and its lines with the rounding add up to the total', () => {
  const content = {
    ...sale.content,
    ...{ totalCentavos: 2_490, roundingCentavos: 10, lines: [{ ...line, quantity: 0 }] },
  }
  const paper = paperOf({ ...sale, kind: 'REFUND', folio: 'D-000008', content })
  expect(rowsOf(paper)).toEqual(
    expect.arrayContaining(['Café: $24.90', 'Redondeo: $0.10', 'Devuelto: $25.00']),
  )
  expect(JSON.stringify(paper)).not.toContain('×')
})
