/** One part of something printed. */
export type PaperBlock =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly look?: 'centered' | 'heading' | 'quiet'
    }
  /** A name on the left and its value on the right; the total is larger. */
  | { readonly kind: 'row'; readonly label: string; readonly value: string; readonly isTotal?: boolean }
  /** What somebody types from paper, such as a PIN: large, and in a frame. */
  | { readonly kind: 'code'; readonly label: string; readonly value: string }
  | { readonly kind: 'rule' }
  /** A picture from this site, centered. */
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'qr'; readonly data: string }

/** What is printed, from top to bottom: drawn on the screen, by the browser's printing, and by receipt printers. */
export type PaperDocument = readonly PaperBlock[]

export interface PaperLine {
  readonly label: string
  readonly value: string
}

/** A heading and lines, such as a receipt of a service or the report of a shift. */
export function linesPaper(heading: string | null, lines: readonly PaperLine[]): PaperDocument {
  return [
    ...(heading === null ? [] : [{ kind: 'text', text: heading, look: 'heading' } as const]),
    ...lines.map(({ label, value }) => ({ kind: 'row', label, value }) as const),
  ]
}

/** The same as text, to be sent to the customer. Pictures and codes for machines are left out. */
export function textOf(paper: PaperDocument): string {
  return paper.flatMap(linesOf).join('\n').trim()
}

function linesOf(block: PaperBlock): string[] {
  switch (block.kind) {
    case 'text':
      return [block.text]
    case 'row':
    case 'code':
      return [`${block.label}: ${block.value}`]
    case 'rule':
      return ['']
    case 'picture':
    case 'qr':
      return []
  }
}
