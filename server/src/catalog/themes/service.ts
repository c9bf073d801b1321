import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import { contrast } from './contrast.ts'
import * as queries from './queries.ts'
import type { Colors, FoundTheme, Theme, ThemeChange, ThemeQuery } from './schema.ts'

/** For text of normal size (WCAG 2.2, level AA). */
const leastContrast = 4.5

export type ThemesService = ReturnType<typeof themesService>

/**
 * How a merchant's screens look: readable by everybody who works there, changed by its managers, and by
 * platform staff on request. Text always has enough contrast. Owns catalog.merchant_themes.
 */
export function themesService({ database }: { database: Database }) {
  /** The themes of the caller's merchants. @throws Problem `invalid_cursor` */
  const themes = (grant: Grant<'rows'>, { storeId, limit, cursor }: ThemeQuery) =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'themes', narrowedBy: [storeId], limit, cursor }, byId, (range) =>
        queries.themes(tx, scopeOf(tx, storeId), range),
      ),
    )

  /** @throws Problem `not_found` */
  const theme = (grant: Grant<'rows'>, id: string): Promise<FoundTheme> =>
    database.read(grant, (tx) => queries.theme(tx, scopeOf(tx), id))

  /**
   * @param versions accepted versions; undefined: any
   * @throws Problem `not_found` · `forbidden` · `invalid_request` (contrast, logo) · `version_mismatch`
   */
  const change = (
    grant: Grant<'rows'>,
    id: string,
    changes: ThemeChange,
    versions: readonly string[] | undefined,
  ): Promise<FoundTheme> =>
    database.write(grant, async (tx) => {
      const found = await queries.theme(tx, scopeOf(tx), id)
      if (!found.isUpdatable) {
        throw new Problem('forbidden', {
          detail: 'This needs the role manager in one of the merchant’s stores.',
          extras: { requiredRole: 'store:manager' },
        })
      }
      if (changes.colors !== undefined) assertReadable(changes.colors)
      await queries.change(tx, found.theme, changes, versions)
      return queries.theme(tx, scopeOf(tx), id)
    })

  /** @throws Problem `not_found` · `invalid_request` (contrast, logo) */
  const put = (
    grant: Grant<'platform:operator'>,
    merchantId: string,
    whole: ThemeChange & { readonly colors: Colors },
  ): Promise<Theme> =>
    database.write(grant, (tx) => {
      assertReadable(whole.colors)
      return queries.put(tx, merchantId, whole)
    })

  return { themes, theme, change, put }
}

/** @throws Problem `invalid_request` */
function assertReadable({ primary, onPrimary, background, text }: Colors): void {
  const pairs = [
    ['onPrimary', onPrimary, 'primary', primary],
    ['text', text, 'background', background],
  ] as const
  const errors = pairs.flatMap(([name, ink, paperName, paper]): FieldFault[] => {
    const found = contrast(ink, paper)
    if (found >= leastContrast) return []
    const rounded = Math.floor(found * 100) / 100
    return [
      {
        path: `/colors/${name}`,
        message: `has a contrast of ${rounded} to ${paperName}; at least ${leastContrast} is required`,
      },
    ]
  })
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}
