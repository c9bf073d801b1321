/**
 * Reads the bytes of a print job as a printer does, for tests: whatever it does not know is an error, so that no
 * command reaches a printer by accident.
 */

type Align = 'left' | 'center' | 'right'

/** How a character is printed. */
interface Face {
  readonly isBold: boolean
  readonly widthTimes: number
  readonly heightTimes: number
}

/** A line, with the face of its first visible character. */
export interface DecodedLine extends Face {
  readonly kind: 'line'
  readonly text: string
  readonly align: Align
  readonly letters: readonly (Face & { readonly letter: string })[]
  /** How many characters of usual width it takes. */
  readonly columns: number
}

export type Decoded =
  | DecodedLine
  | { readonly kind: 'cut' }
  | { readonly kind: 'pulse'; readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number }
  | {
      readonly kind: 'qr'
      readonly data: string
      readonly cellDots: number
      readonly align: Align
    }
  | {
      readonly kind: 'raster'
      readonly widthDots: number
      readonly heightDots: number
      readonly bits: Uint8Array
      readonly align: Align
    }
  /** A question to the printer, which it answers. */
  | { readonly kind: 'question'; readonly about: 'offline' | 'paper' | 'printed' }

/** 0x80 to 0xff of code page 850, from its standard. */
const upperHalf850 = [
  '\u00c7\u00fc\u00e9\u00e2\u00e4\u00e0\u00e5\u00e7\u00ea\u00eb\u00e8\u00ef\u00ee\u00ec\u00c4\u00c5',
  '\u00c9\u00e6\u00c6\u00f4\u00f6\u00f2\u00fb\u00f9\u00ff\u00d6\u00dc\u00f8\u00a3\u00d8\u00d7\u0192',
  '\u00e1\u00ed\u00f3\u00fa\u00f1\u00d1\u00aa\u00ba\u00bf\u00ae\u00ac\u00bd\u00bc\u00a1\u00ab\u00bb',
  '\u2591\u2592\u2593\u2502\u2524\u00c1\u00c2\u00c0\u00a9\u2563\u2551\u2557\u255d\u00a2\u00a5\u2510',
  '\u2514\u2534\u252c\u251c\u2500\u253c\u00e3\u00c3\u255a\u2554\u2569\u2566\u2560\u2550\u256c\u00a4',
  '\u00f0\u00d0\u00ca\u00cb\u00c8\u0131\u00cd\u00ce\u00cf\u2518\u250c\u2588\u2584\u00a6\u00cc\u2580',
  '\u00d3\u00df\u00d4\u00d2\u00f5\u00d5\u00b5\u00fe\u00de\u00da\u00db\u00d9\u00fd\u00dd\u00af\u00b4',
  '\u00ad\u00b1\u2017\u00be\u00b6\u00a7\u00f7\u00b8\u00b0\u00a8\u00b7\u00b9\u00b3\u00b2\u25a0\u00a0',
].join('')

/** By the number of ESC t. Without one a printer starts with 437, whose Spanish capitals are missing. */
const pages: Readonly<Record<number, (byte: number) => string>> = {
  0: (byte) => `<${byte.toString(16)}>`,
  2: (byte) => upperHalf850[byte - 128] ?? '?',
  16: (byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
  19: (byte) => (byte === 0xd5 ? '€' : (upperHalf850[byte - 128] ?? '?')),
}

const plain: Face = { isBold: false, widthTimes: 1, heightTimes: 1 }
const aligns = ['left', 'center', 'right'] as const

/** @throws Error at the first byte that is not a command known here */
export function decodeBytes(bytes: Uint8Array): Decoded[] {
  return new Reader(bytes).all()
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0
  #face = plain
  #align: Align = 'left'
  #page = 0
  #letters: DecodedLine['letters'] = []
  #cellDots = 3
  #qrData = ''
  readonly #found: Decoded[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  all(): Decoded[] {
    while (this.#at < this.#bytes.length) this.#step()
    if (this.#letters.length > 0) throw new Error('the last line was not printed: no line feed')
    return this.#found
  }

  #next(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new Error('a command ends in the middle')
    return byte
  }

  #step(): void {
    const byte = this.#next()
    if (byte === 0x0a) this.#feed()
    else if (byte === 0x1b) this.#escape(this.#next())
    else if (byte === 0x1d) this.#group(this.#next())
    else if (byte === 0x1c) this.#leaveChinese(this.#next())
    else if (byte === 0x10 && this.#next() === 0x04) this.#ask(this.#next())
    else this.#letter(byte)
  }

  #leaveChinese(command: number): void {
    if (command !== 0x2e) throw new Error(`unknown command FS ${command.toString(16)}`)
  }

  #letter(byte: number): void {
    if (byte < 0x20) throw new Error(`unknown byte ${byte.toString(16)} at ${this.#at - 1}`)
    const letter = byte < 0x80 ? String.fromCharCode(byte) : (pages[this.#page]?.(byte) ?? '?')
    this.#letters = [...this.#letters, { letter, ...this.#face }]
  }

  #feed(): void {
    const letters = this.#letters
    const { isBold, widthTimes, heightTimes } = letters.find(({ letter }) => letter !== ' ') ?? plain
    this.#found.push({
      kind: 'line',
      text: letters.map(({ letter }) => letter).join(''),
      align: this.#align,
      letters,
      columns: letters.reduce((sum, each) => sum + each.widthTimes, 0),
      isBold,
      widthTimes,
      heightTimes,
    })
    this.#letters = []
  }

  #ask(about: number): void {
    if (about !== 2 && about !== 4) throw new Error(`unknown question ${about}`)
    this.#found.push({ kind: 'question', about: about === 2 ? 'offline' : 'paper' })
  }

  #escape(command: number): void {
    switch (command) {
      case 0x40:
        this.#face = plain
        this.#align = 'left'
        this.#page = 0
        return
      case 0x61:
        this.#align = aligns[this.#next()] ?? 'left'
        return
      case 0x45:
        this.#face = { ...this.#face, isBold: this.#next() === 1 }
        return
      case 0x4d:
        if (this.#next() !== 0) throw new Error('only the usual font is used')
        return
      case 0x74: {
        const page = this.#next()
        if (pages[page] === undefined) throw new Error(`unknown code page ${page}`)
        this.#page = page
        return
      }
      case 0x70:
        this.#found.push({
          kind: 'pulse',
          pin: this.#next() === 0 ? 2 : 5,
          onMs: this.#next() * 2,
          offMs: this.#next() * 2,
        })
        return
      default:
        throw new Error(`unknown command ESC ${command.toString(16)} at ${this.#at - 1}`)
    }
  }

  #group(command: number): void {
    switch (command) {
      case 0x21: {
        const size = this.#next()
        this.#face = { ...this.#face, widthTimes: (size >> 4) + 1, heightTimes: (size & 7) + 1 }
        return
      }
      case 0x56:
        this.#next()
        this.#found.push({ kind: 'cut' })
        return
      case 0x72:
        if (this.#next() !== 1) throw new Error('unknown question')
        this.#found.push({ kind: 'question', about: 'printed' })
        return
      case 0x28:
        this.#symbol()
        return
      case 0x76:
        this.#raster()
        return
      default:
        throw new Error(`unknown command GS ${command.toString(16)} at ${this.#at - 1}`)
    }
  }

  /** GS ( k: a QR code, in several commands. */
  #symbol(): void {
    if (this.#next() !== 0x6b) throw new Error('unknown command GS (')
    const length = this.#next() + this.#next() * 256
    const parts = Array.from({ length }, () => this.#next())
    const [kind, part, ...rest] = parts
    if (kind !== 0x31) throw new Error('only QR codes are printed')
    if (part === 0x43) this.#cellDots = rest[0] ?? 3
    else if (part === 0x50) this.#qrData = String.fromCharCode(...rest.slice(1))
    else if (part === 0x51)
      this.#found.push({
        kind: 'qr',
        data: this.#qrData,
        cellDots: this.#cellDots,
        align: this.#align,
      })
    else if (part !== 0x41 && part !== 0x45) throw new Error(`unknown part of a QR code: ${part}`)
  }

  #raster(): void {
    if (this.#next() !== 0x30 || this.#next() !== 0) throw new Error('unknown kind of raster')
    const widthBytes = this.#next() + this.#next() * 256
    const heightDots = this.#next() + this.#next() * 256
    const bits = Uint8Array.from({ length: widthBytes * heightDots }, () => this.#next())
    this.#found.push({
      kind: 'raster',
      widthDots: widthBytes * 8,
      heightDots,
      bits,
      align: this.#align,
    })
  }
}
