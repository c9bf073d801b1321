/** What a scale says. */
export interface Reading {
  readonly grams: number
  /** Whether the weight stands still; `null` when this scale does not tell. */
  readonly isStable: boolean | null
}

/** How a make of scales speaks at its serial port. */
export interface ScaleProtocol {
  readonly port: {
    readonly baudRate: number
    readonly dataBits: 7 | 8
    readonly parity: 'none' | 'even'
  }
  /** The bytes that ask it, sent in turn; none if it sends its weight by itself. */
  readonly asks: readonly Uint8Array[]
  /** Finds the last whole message in what came so far. `rest`: what may be the start of another one. */
  readonly read: (heard: string) => { readonly reading: Reading | null; readonly rest: string }
}

const plainPort = { dataBits: 8, parity: 'none' } as const
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/**
 * `torrey`: Torrey PCR and L-PCR by USB, which answer `P` with a line. `lines`: scales that send lines by themselves, as
 * CAS and many others do: `ST,GS,+   1.250 kg`. `ecr`: the protocol of cash registers, with a check byte; the scale is
 * greeted, and then asked. `toledo`: Mettler Toledo's 8217.
 */
export const scaleProtocols = {
  torrey: { port: { baudRate: 115_200, ...plainPort }, asks: [bytes('P')], read: readLines },
  lines: { port: { baudRate: 9_600, ...plainPort }, asks: [], read: readLines },
  ecr: {
    port: { baudRate: 9_600, ...plainPort },
    asks: [Uint8Array.of(0x05), Uint8Array.of(0x11)],
    read: readEcr,
  },
  toledo: {
    port: { baudRate: 9_600, dataBits: 7, parity: 'even' },
    asks: [bytes('W')],
    read: readToledo,
  },
} as const satisfies Record<string, ScaleProtocol>

export type ScaleKind = keyof typeof scaleProtocols

function readLines(heard: string): { reading: Reading | null; rest: string } {
  const lines = heard.split(/[\r\n]+/)
  const rest = lines.pop() ?? ''
  return { reading: lines.reduce<Reading | null>((last, line) => lineReading(line) ?? last, null), rest }
}

/** Reads a line with a known unit. An overload is no weight. A minus may stand anywhere in the line. */
function lineReading(line: string): Reading | null {
  if (/OL|SOBRE/i.test(line)) return null
  const found = /(?:^|[\s,+])(-?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g)\b/i.exec(line)
  if (found === null) return null
  const [, minus = '', digits = '', unit = ''] = found
  const amount = Number(digits.replace(',', '.')) * (unit.toLowerCase() === 'kg' ? 1_000 : 1)
  const isNegative = minus === '-' || /NEG|-/.test(line)
  const stability = /\b(ST|US)\b/.exec(line)?.[1]
  return {
    grams: Math.round(isNegative ? -amount : amount),
    isStable: stability === undefined ? null : stability === 'ST',
  }
}

const [soh, stx, etx, eot] = ['\x01', '\x02', '\x03', '\x04'] as const

/** SOH STX, stability, sign, six characters of weight, the unit, check byte, ETX EOT. */
function readEcr(heard: string): { reading: Reading | null; rest: string } {
  const at = heard.lastIndexOf(`${soh}${stx}`)
  if (at === -1) return { reading: null, rest: '' }
  const message = heard.slice(at + 2)
  if (message.length < 13) return { reading: null, rest: heard.slice(at) }
  const [stability = '', sign = ''] = message
  const body = message.slice(0, 10)
  const check = [...body].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
  const weight = message.slice(2, 8)
  const isWhole = message.slice(11, 13) === `${etx}${eot}` && check === message.charCodeAt(10)
  const isWeight =
    /^\s*\d+\.?\d*$/.test(weight) && message.slice(8, 10).toLowerCase() === 'kg' && sign !== 'F'
  if (!isWhole || !isWeight) return { reading: null, rest: '' }
  const grams = Math.round(Number(weight) * 1_000)
  return { reading: { grams: sign === '-' ? -grams : grams, isStable: stability === 'S' }, rest: '' }
}

/** STX, a weight in kilograms, CR. While the weight moves: STX, `?`, a status byte, CR. */
function readToledo(heard: string): { reading: Reading | null; rest: string } {
  const messages = heard.split('\r')
  const rest = messages.pop() ?? ''
  const last = messages.at(-1)
  const found = last === undefined ? null : /^(\d+\.\d+)N?$/.exec(last.slice(last.lastIndexOf(stx) + 1))
  if (found !== null)
    return { reading: { grams: Math.round(Number(found[1]) * 1_000), isStable: true }, rest }
  return { reading: null, rest }
}
