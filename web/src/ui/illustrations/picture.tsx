import type { ReactNode } from 'react'

export type Tone = 'good' | 'wait' | 'bad' | 'undone' | 'idle' | 'brand'

const soft = (tone: Tone) => (tone === 'brand' ? 'var(--picture-shade)' : `var(--tone-${tone}-soft)`)

/** A small scene on a blob in its tone. Decorative: the text next to it says the same. */
export function Picture(props: { tone: Tone; width?: number; children: ReactNode }) {
  const { tone, width = 200, children } = props
  return (
    <svg
      viewBox="0 0 200 150"
      width={width}
      height={width * 0.75}
      fill="none"
      stroke="var(--picture-ink)"
      strokeWidth="3.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ maxWidth: '100%' }}
    >
      <path
        d="M36 64C40 28 78 10 112 14c40 4 66 34 62 68-3 30-34 48-76 46-42-1-66-28-62-64z"
        fill={soft(tone)}
        stroke="none"
      />
      {children}
    </svg>
  )
}

export const paper = 'var(--picture-paper)'
export const accent = 'var(--accent)'
export const brand = 'var(--brand)'
export const ink = 'var(--picture-ink)'
export const toneColor = (tone: Tone) => (tone === 'brand' ? brand : `var(--tone-${tone})`)
