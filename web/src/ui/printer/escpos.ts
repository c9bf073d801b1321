import type ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { PaperBlock, PaperDocument } from '../paper/paper-document.ts'
import { lettersFor } from './paper-letters.ts'
import type { PaperPicture } from './paper-picture.ts'
import { rowLines, wrapped } from './paper-rows.ts'
import { codePages, type PrinterSettings } from './printer-settings.ts'

/** What the bytes depend on. */
export type PrinterFace = Pick<PrinterSettings, 'columns' | 'codePage' | 'hasCutter'>

/** The width of a character in the usual font. */
const dotsOfColumn = 12
/** The cutter sits above the head: this much paper has to pass it. */
const linesBeforeCut = 4

const cutPartly = [0x1d, 0x56, 0x01] as const

export const printableDots = (columns: number): number => columns * dotsOfColumn

/**
 * A paper as bytes of ESC/POS. The encoder is loaded by the first paper: a till whose printer is the browser's never
 * needs it.
 *
 * @param pictureOf a picture by its address; `null` when there is none, which then is left out
 */
export async function encodePaper(
  paper: PaperDocument,
  face: PrinterFace,
  pictureOf: (url: string) => Promise<PaperPicture | null>,
): Promise<Uint8Array> {
  const encoder = await newEncoder(face)
  const letters = (text: string) => lettersFor(text, face.codePage)
  for (const block of paper) {
    if (block.kind === 'picture') {
      const picture = await pictureOf(block.url)
      if (picture !== null) add.picture(encoder, picture)
    } else write(encoder, block, face.columns, letters)
  }
  for (let line = 0; line < linesBeforeCut; line++) encoder.newline()
  const bytes = encoder.encode()
  // The encoder would feed a line after its cut, onto the next receipt.
  return face.hasCutter ? Uint8Array.from([...bytes, ...cutPartly]) : bytes
}

/** The pulse that opens the drawer at a pin of the printer's plug: 120 ms on, half a second off. */
export function drawerKick(pin: 2 | 5): Uint8Array {
  return Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, 60, 250)
}

/** An encoder that has begun with the printer's reset and the code page. */
async function newEncoder({ columns, codePage }: PrinterFace): Promise<ReceiptPrinterEncoder> {
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder')
  const page = codePage === 'ascii' ? 'cp437' : codePage
  const encoder = new Encoder({
    language: 'esc-pos',
    columns,
    imageMode: 'raster',
    newline: '\n',
    codepageMapping: { [page]: codePages[codePage] },
  })
  return encoder.initialize().codepage(page)
}

type Written = Exclude<PaperBlock, { kind: 'picture' }>

function write(
  encoder: ReceiptPrinterEncoder,
  block: Written,
  columns: number,
  letters: (text: string) => string,
): void {
  switch (block.kind) {
    case 'text':
      add.text(
        encoder,
        block.look,
        // An address may have several lines.
        block.text.split(/\r?\n/).flatMap((line) => wrapped(letters(line), columns)),
      )
      break
    case 'row': {
      const lines = rowLines(letters(block.label), letters(block.value), columns)
      add.row(encoder, block.isTotal === true, lines)
      break
    }
    case 'code':
      add.code(encoder, letters(block.label), letters(block.value), columns)
      break
    case 'rule':
      encoder.line('-'.repeat(columns))
      break
    case 'qr':
      encoder.align('center').qrcode(block.data, { model: 2, size: 6, errorlevel: 'm' }).align('left')
  }
}

/** Lines are broken before, so that the encoder never has to. */
const add = {
  text(encoder: ReceiptPrinterEncoder, look: string | undefined, lines: readonly string[]): void {
    const isCentered = look === 'centered' || look === 'heading'
    encoder.align(isCentered ? 'center' : 'left').bold(look === 'heading')
    for (const line of lines) encoder.line(line)
    encoder.bold(false).align('left')
  },
  /** The total is twice as high and not wider, so that it has the same columns. */
  row(encoder: ReceiptPrinterEncoder, isTotal: boolean, lines: readonly string[]): void {
    encoder.bold(isTotal).size(1, isTotal ? 2 : 1)
    for (const line of lines) encoder.line(line)
    encoder.bold(false).size(1, 1)
  },
  code(encoder: ReceiptPrinterEncoder, label: string, value: string, columns: number): void {
    const half = Math.floor(columns / 2)
    encoder.line('='.repeat(columns)).align('center').line(label).bold(true)
    // Large, unless a group of it would break.
    const isLarge = value.split(' ').every((group) => group.length <= half)
    encoder.size(isLarge ? 2 : 1, 2)
    for (const line of wrapped(value, isLarge ? half : columns)) encoder.line(line)
    encoder.size(1, 1).bold(false).align('left').line('='.repeat(columns))
  },
  picture(encoder: ReceiptPrinterEncoder, { width, height, data }: PaperPicture): void {
    encoder
      .align('center')
      .image({ width, height, data }, { width, height, algorithm: 'atkinson' })
      .align('left')
  },
}
