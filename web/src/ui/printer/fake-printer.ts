import { type Decoded, decodeBytes } from './decoded-bytes.ts'

/** A receipt printer, for tests: what came out of it, and what it answers. */
export class FakePrinter {
  /** What came out, drawer pulses included. */
  readonly out: Decoded[] = []
  isAnswering = true
  isCoverOpen = false
  /** How many lines are left on the roll. */
  linesLeft = Number.POSITIVE_INFINITY

  /** Takes bytes, and returns its answers to the questions among them. */
  take(bytes: Uint8Array): Uint8Array {
    const answers: number[] = []
    for (const each of decodeBytes(bytes)) {
      if (each.kind === 'question') answers.push(...this.#answer(each.about))
      else if (this.#mayPrint(each)) this.out.push(each)
    }
    return Uint8Array.from(this.isAnswering ? answers : [])
  }

  get lines(): string[] {
    return this.out.flatMap((each) => (each.kind === 'line' ? [each.text] : []))
  }

  count(kind: Decoded['kind']): number {
    return this.out.filter((each) => each.kind === kind).length
  }

  #mayPrint(each: Decoded): boolean {
    if (each.kind === 'pulse') return true
    if (each.kind === 'line') this.linesLeft -= 1
    return this.#isReady()
  }

  #isReady(): boolean {
    return this.linesLeft > 0 && !this.isCoverOpen
  }

  /** In real time it always answers; in the order of printing, only when it has come that far. */
  #answer(about: 'offline' | 'paper' | 'printed'): number[] {
    if (about === 'offline') return [0x12 | (this.isCoverOpen ? 0x04 : 0) | (this.linesLeft > 0 ? 0 : 0x20)]
    if (about === 'paper') return [0x12 | (this.linesLeft > 0 ? 0 : 0x60)]
    return this.#isReady() ? [0x00] : []
  }
}
