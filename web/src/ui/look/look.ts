import type { MantineColorsTuple } from '@mantine/core'
import { contrast, isDarker, minContrast, mix, readable } from './color.ts'

export interface LookColors {
  readonly primary: string
  /** The text color on `primary`. */
  readonly onPrimary: string
  readonly background: string
  readonly text: string
}

export type Typography = 'SYSTEM' | 'ROUNDED' | 'SERIF' | 'MONOSPACE'

/** The look of a merchant's screens. */
export interface Look {
  readonly colors: LookColors
  readonly typography: Typography
  readonly logoUrl: string | null
  readonly darkMode: 'LIGHT' | 'DARK' | 'AUTO'
}

/** The defaults of a merchant that has chosen nothing. */
export const defaultColors: LookColors = {
  primary: '#0d6657',
  onPrimary: '#ffffff',
  background: '#ffffff',
  text: '#1f2933',
}

export const fontFamilies: Record<Typography, string> = {
  SYSTEM: "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  ROUNDED:
    "ui-rounded, 'SF Pro Rounded', 'Arial Rounded MT Bold', 'Nunito', 'Quicksand', 'Figtree Variable', sans-serif",
  SERIF: "ui-serif, Georgia, 'Times New Roman', 'Liberation Serif', serif",
  MONOSPACE: "ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace",
}

const white = '#ffffff'
const black = '#000000'

interface Neutrals {
  readonly page: string
  readonly surface: string
  readonly sunken: string
}
const houseNeutrals = {
  light: { page: '#f6f3ee', surface: white, sunken: '#efebe4' },
  dark: { page: '#141b18', surface: '#1d2622', sunken: '#18201d' },
}

export const hasOwnPrimary = ({ primary, onPrimary }: LookColors) =>
  primary !== defaultColors.primary || onPrimary !== defaultColors.onPrimary
const hasOwnPaper = ({ background, text }: LookColors) =>
  background !== defaultColors.background || text !== defaultColors.text

/** Ten shades around a primary color, which fills action buttons. */
export function shadesOf({ primary, onPrimary }: LookColors): MantineColorsTuple {
  const tint = (part: number) => mix(primary, white, part)
  const soft = tint(0.72)
  // On hover it moves away from its text color, never towards it.
  const hover = mix(primary, isDarker(onPrimary, primary) ? white : black, 0.14)
  const ink = readable(mix(primary, black, 0.3), black, [soft], 7)
  return [tint(0.93), tint(0.86), soft, tint(0.56), tint(0.38), tint(0.18), primary, primary, hover, ink]
}

type Variables = Record<string, string>

/**
 * The variables that a merchant's colors change in each scheme. A light background applies to the light
 * scheme and a dark one to the dark scheme; the other keeps the default. All text stays readable on every
 * background it appears on.
 */
export function variablesOf(colors: LookColors): { light: Variables; dark: Variables } {
  return { light: inScheme(colors, 'light'), dark: inScheme(colors, 'dark') }
}

function inScheme(colors: LookColors, scheme: 'light' | 'dark'): Variables {
  const isOwn = hasOwnPaper(colors) && isDarker(colors.background, colors.text) === (scheme === 'dark')
  const paper: Neutrals = isOwn ? neutralsOf(colors, scheme) : houseNeutrals[scheme]
  return {
    ...(isOwn && paperVariables(colors, paper)),
    ...(hasOwnPrimary(colors) && inkVariables(colors, paper, scheme)),
  }
}

function neutralsOf({ background: page }: LookColors, scheme: 'light' | 'dark'): Neutrals {
  if (scheme === 'light') return { page, surface: mix(page, white, 0.7), sunken: mix(page, white, 0.3) }
  const raised = mix(page, white, 0.05)
  // A background of medium lightness is lightened as far as white text allows.
  const surface = contrast(raised, white) >= minContrast ? raised : page
  return { page, surface, sunken: mix(page, black, 0.2) }
}

function paperVariables({ background, text }: LookColors, { page, surface, sunken }: Neutrals): Variables {
  const papers = [page, surface, sunken]
  const ink = readable(text, isDarker(text, page) ? black : white, papers)
  return {
    '--page': page,
    '--surface': surface,
    '--surface-sunken': sunken,
    '--line': mix(background, text, 0.18),
    '--ink': ink,
    '--ink-soft': readable(mix(ink, background, 0.3), ink, papers),
  }
}

/** The primary color where it is drawn on the background: links, outlines, marks and focus rings. */
function inkVariables(colors: LookColors, paper: Neutrals, scheme: 'light' | 'dark'): Variables {
  const papers = [paper.page, paper.surface, paper.sunken]
  const isLight = scheme === 'light'
  const tint = shadesOf(colors)[1]
  const ink = readable(colors.primary, isLight ? black : white, isLight ? [...papers, tint] : papers)
  return {
    '--brand': ink,
    '--primary': colors.primary,
    '--on-primary': colors.onPrimary,
    '--chart-1': ink,
    '--mantine-color-anchor': ink,
    '--mantine-color-agave-text': ink,
    '--mantine-color-agave-outline': ink,
  }
}
