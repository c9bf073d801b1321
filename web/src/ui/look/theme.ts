import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core'
import { fontFamilies, hasOwnPrimary, type Look, shadesOf, variablesOf } from './look.ts'

/** Agave green: the color of every main action. White text on it has a contrast of 6.9 : 1. */
const agave: MantineColorsTuple = [
  '#eef7f5',
  '#d9ece8',
  '#b1d9d0',
  '#85c4b6',
  '#58ad9b',
  '#2f9684',
  '#167d6b',
  '#0d6657',
  '#0a5347',
  '#073f36',
]

/** Marigold, the accent: pictures, the logo, new items. Never a text color on white. */
const cempasuchil: MantineColorsTuple = [
  '#fff8e6',
  '#ffedc2',
  '#ffdd8f',
  '#fecb57',
  '#fcbb2b',
  '#f5a90a',
  '#d98e00',
  '#a06600',
  '#7d5000',
  '#573700',
]

/** Warm grays. Named `gray`, so that all of Mantine uses them. */
const gray: MantineColorsTuple = [
  '#faf8f5',
  '#f3f0ea',
  '#e8e4dc',
  '#d9d3c9',
  '#bfb8ad',
  '#9c948a',
  '#6f6962',
  '#57514c',
  '#3a3632',
  '#24211f',
]

const dark: MantineColorsTuple = [
  '#dbe2de',
  '#bcc7c2',
  '#98a59f',
  '#6b7973',
  '#46534e',
  '#37433e',
  '#28322e',
  '#1d2622',
  '#161e1b',
  '#101613',
]

const red: MantineColorsTuple = [
  '#fdf0ee',
  '#f9dcd8',
  '#f1b6ae',
  '#e98d82',
  '#e06a5c',
  '#d54f3f',
  '#c43d2d',
  '#a93022',
  '#8a261b',
  '#671b13',
]

/** Touch needs 44 px; Mantine's default sizes are made for mice. */
const touchSize = 44
const touchSquare = { width: touchSize, height: touchSize }
const touchHeight = '46px'
/** The head of dialogs and drawers. A close button of that size leaves no room for Mantine's padding. */
const layerHead = {
  header: { paddingBlock: 8 },
  title: { fontWeight: 700, fontSize: 'var(--mantine-font-size-lg)' },
}

/** Sizes of Mantine that are too low for touch. */
const lowSizes: readonly unknown[] = [undefined, 'sm', 'md']

/** Sets the height of controls of those sizes. */
const touchable = (part: string, variable: string) => (_theme: MantineTheme, props: { size?: unknown }) =>
  lowSizes.includes(props.size) ? { [part]: { [variable]: touchHeight } } : { [part]: {} }

/** The default theme, or a merchant's. @param close the label of close buttons */
export const themeIn = (close: string, look: Look | null) =>
  createTheme({
    primaryColor: 'agave',
    primaryShade: { light: 7, dark: 6 },
    colors: { agave, cempasuchil, gray, dark, red, ...ownColors(look) },
    ...ownContrast(look),
    black: '#1f2320',
    fontFamily: fontFamilies[look?.typography ?? 'SYSTEM'],
    headings: {
      fontFamily: fontFamilies[look?.typography ?? 'SYSTEM'],
      fontWeight: '700',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.2' },
        h2: { fontSize: '1.375rem', lineHeight: '1.25' },
        h3: { fontSize: '1.125rem', lineHeight: '1.3' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '8px', md: '12px', lg: '18px', xl: '28px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    // Plain values, because `extend` would pull every one of these components into the first load.
    components: {
      Button: { vars: touchable('root', '--button-height') },
      ActionIcon: { defaultProps: { size: touchSize, variant: 'subtle', color: 'gray' } },
      Input: { vars: touchable('wrapper', '--input-height') },
      Alert: { styles: { closeButton: touchSquare } },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': close, size: touchSize } },
        styles: layerHead,
      },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          padding: 'lg',
          closeButtonProps: { 'aria-label': close, size: touchSize },
        },
        styles: layerHead,
      },
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': close } },
        styles: { closeButton: touchSquare },
      },
      NavLink: { styles: { root: { borderRadius: 12, minHeight: touchSize } } },
      Menu: { styles: { item: { minHeight: touchSize } } },
      Paper: { defaultProps: { radius: 'lg' } },
      SegmentedControl: { styles: { label: { minHeight: touchSize, paddingBlock: 11 } } },
      // What scrolls sideways can be scrolled by keyboard.
      TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
      Tooltip: { defaultProps: { withArrow: true, multiline: true, maw: 280 } },
    },
  })

/** A merchant's primary color replaces the default one, under the same name. */
const ownColors = (look: Look | null) =>
  look !== null && hasOwnPrimary(look.colors) ? { agave: shadesOf(look.colors) } : {}

/**
 * On a merchant's primary color, text has the merchant's text color, and marks are dark or light, whichever
 * is visible.
 */
function ownContrast(look: Look | null): {
  autoContrast?: true
  variantColorResolver?: VariantColorsResolver
} {
  if (look === null || !hasOwnPrimary(look.colors)) return {}
  const { onPrimary } = look.colors
  return {
    autoContrast: true,
    variantColorResolver: (input) => {
      const usual = defaultVariantColorsResolver(input)
      const isPrimary = input.color === undefined || input.color === 'agave'
      return input.variant === 'filled' && isPrimary ? { ...usual, color: onPrimary } : usual
    },
  }
}

/** The tokens of theme.css that a merchant's colors change. */
export const variablesIn =
  (look: Look | null): CSSVariablesResolver =>
  () => ({ variables: {}, ...(look === null ? { light: {}, dark: {} } : variablesOf(look.colors)) })
