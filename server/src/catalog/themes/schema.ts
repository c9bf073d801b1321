import { closed, enumeration, Id, Instant, named, nullable, page, pageQuery } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)

const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'Lower-case hexadecimal' })
const Colors = named(
  'ThemeColors',
  Type.Object(
    {
      primary: Color,
      onPrimary: { ...Color, description: 'Colour of text on `primary`' },
      background: Color,
      text: { ...Color, description: 'Colour of text on `background`' },
    },
    closed,
  ),
)
export type Colors = Static<typeof Colors>
const typographies = ['SYSTEM', 'ROUNDED', 'SERIF', 'MONOSPACE'] as const
const darkModes = ['LIGHT', 'DARK', 'AUTO'] as const

export const Theme = named(
  'MerchantTheme',
  Type.Object(
    {
      id: Id,
      merchantId: Id,
      colors: Colors,
      typography: enumeration('Typography', typographies),
      logoFileId: nullable(Id),
      darkMode: enumeration('DarkMode', darkModes),
      updatedAt: Instant,
    },
    closed,
  ),
)
export type Theme = Static<typeof Theme>
/** A theme, and what its reader may do with it. */
export interface FoundTheme {
  readonly theme: Theme
  /** Changes with every update. */
  readonly version: string
  readonly isUpdatable: boolean
}
export const ThemePage = page(Theme)
export const ThemeQuery = Type.Object({ storeId: Type.Optional(Id), ...pageQuery })
export type ThemeQuery = Static<typeof ThemeQuery>

export const ThemeChange = named(
  'MerchantThemeChange',
  Type.Object(
    {
      colors: Type.Optional(Colors),
      typography: Type.Optional(enumeration('Typography', typographies)),
      logoFileId: Type.Optional(nullable(Id)),
      darkMode: Type.Optional(enumeration('DarkMode', darkModes)),
    },
    { ...closed, minProperties: 1 },
  ),
)
export type ThemeChange = Static<typeof ThemeChange>

/** The whole theme, as platform staff set it. */
export const WholeTheme = named(
  'ThemeDesign',
  Type.Object(
    {
      colors: Colors,
      typography: enumeration('Typography', typographies),
      logoFileId: nullable(Id),
      darkMode: enumeration('DarkMode', darkModes),
    },
    closed,
  ),
)
