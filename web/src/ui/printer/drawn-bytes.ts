import { encode } from 'uqr'
import type { Decoded, DecodedLine } from './decoded-bytes.ts'

/** A character of the usual font, in dots of the printer. */
const cell = { width: 12, height: 24, line: 30 } as const
const margin = 32

/**
 * Draws decoded bytes as their paper looks, as SVG, with a dot of the printer as its unit: for tests and documents. Its
 * title has the lines as text.
 */
export function drawBytes(decoded: readonly Decoded[], columns: number): string {
  const width = columns * cell.width
  const parts: string[] = []
  let y = margin
  for (const each of decoded) {
    const drawn = drawing(each, width, y)
    parts.push(drawn.svg)
    y += drawn.height
  }
  const full = width + 2 * margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${full}" height="${y + margin}" viewBox="0 0 ${full} ${y + margin}">`,
    `<title>${decoded.flatMap((each) => (each.kind === 'line' ? [escaped(each.text)] : [])).join('\n')}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<g transform="translate(${margin} 0)" font-family="DejaVu Sans Mono, Liberation Mono, monospace" font-size="20">`,
    ...parts,
    '</g></svg>',
  ].join('\n')
}

/** The lines of text on a paper that was drawn. @throws Error for a picture of something else */
export function drawnLines(svg: string): string[] {
  const text = /<title>([\s\S]*?)<\/title>/.exec(svg)?.[1]
  if (text === undefined) throw new Error('no picture of a paper')
  return text.split('\n').map((line) => line.replaceAll('&lt;', '<').replaceAll('&amp;', '&'))
}

const left = (align: DecodedLine['align'], room: number, wide: number) =>
  align === 'left' ? 0 : align === 'center' ? (room - wide) / 2 : room - wide

function drawing(each: Decoded, width: number, y: number): { svg: string; height: number } {
  switch (each.kind) {
    case 'line':
      return line(each, width, y)
    case 'cut':
      return {
        svg: `<path d="M0 ${y + 8}H${width}" stroke="#000" stroke-width="3" stroke-dasharray="14 10"/>`,
        height: 16,
      }
    case 'pulse':
      return {
        svg: `<text x="0" y="${y + 20}" fill="#a00">[drawer ${each.pin}: ${each.onMs} ms]</text>`,
        height: cell.line,
      }
    case 'qr':
      return qr(each, width, y)
    case 'raster':
      return raster(each, width, y)
    case 'question':
      return { svg: '', height: 0 }
  }
}

/** Each character in its own cell, as on paper. */
function line({ letters, align, columns }: DecodedLine, width: number, y: number) {
  let x = left(align, width, columns * cell.width)
  const highest = letters.reduce((most, { heightTimes }) => Math.max(most, heightTimes), 1)
  const drawn = letters.map(({ letter, isBold, widthTimes, heightTimes }) => {
    const at = `translate(${x} ${y + 19 * highest}) scale(${widthTimes} ${heightTimes})`
    x += widthTimes * cell.width
    return letter === ' '
      ? ''
      : `<text transform="${at}" ${isBold ? 'font-weight="700"' : ''}>${escaped(letter)}</text>`
  })
  return { svg: drawn.join(''), height: cell.line + (highest - 1) * cell.height }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function qr({ data, cellDots, align }: Extract<Decoded, { kind: 'qr' }>, width: number, y: number) {
  const { data: cells, size } = encode(data, { ecc: 'M', border: 0 })
  const x = left(align, width, size * cellDots)
  return {
    svg: dots(x, y, cellDots, size, size, (column, row) => cells[row]?.[column] === true),
    height: size * cellDots,
  }
}

function raster(picture: Extract<Decoded, { kind: 'raster' }>, width: number, y: number) {
  const { widthDots, heightDots, bits, align } = picture
  const isBlack = (column: number, row: number) =>
    ((bits[row * (widthDots / 8) + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0
  return {
    svg: dots(left(align, width, widthDots), y, 1, widthDots, heightDots, isBlack),
    height: heightDots,
  }
}

function dots(
  x: number,
  y: number,
  size: number,
  columns: number,
  rows: number,
  isBlack: (column: number, row: number) => boolean,
): string {
  const steps: string[] = []
  for (let row = 0; row < rows; row++) {
    let from: number | null = null
    // Dots next to each other are one step, and the last column ends one.
    for (let column = 0; column <= columns; column++) {
      const isDot = column < columns && isBlack(column, row)
      if (isDot) from ??= column
      else if (from !== null) {
        const wide = (column - from) * size
        steps.push(`M${x + from * size} ${y + row * size}h${wide}v${size}h-${wide}z`)
        from = null
      }
    }
  }
  return `<path d="${steps.join('')}"/>`
}
