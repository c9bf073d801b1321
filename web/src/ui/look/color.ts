/** Colors as `#rrggbb`, and their contrast. */

/** Whether a text is a whole color, in letters of either case. */
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

type Rgb = [number, number, number]

const rgbOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb

/** A mix of two colors: `part` 0 is the first, 1 the second. */
export function mix(one: string, other: string, part: number): string {
  const others = rgbOf(other)
  const mixed = rgbOf(one).map((each, no) => Math.round(each + ((others[no] ?? 0) - each) * part))
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

export const isDarker = (one: string, other: string) => luminance(one) < luminance(other)

/** The minimum for text of normal size (WCAG 2.2, level AA). */
export const minContrast = 4.5

/** The color, moved towards another just far enough to be readable on all `papers`. */
export function readable(
  color: string,
  towards: string,
  papers: readonly string[],
  least = minContrast,
): string {
  for (let part = 0; part < 1; part += 0.05) {
    const moved = mix(color, towards, part)
    if (papers.every((paper) => contrast(moved, paper) >= least)) return moved
  }
  return towards
}
