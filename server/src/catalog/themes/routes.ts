import { expectedVersions, unlessKnown, versioned } from '../../http/conditional.ts'
import { ok, type Reply, type Route, route } from '../../http/route.ts'
import { ById, type FoundTheme, Theme, ThemeChange, ThemePage, ThemeQuery, WholeTheme } from './schema.ts'
import type { ThemesService } from './service.ts'

export function themesRoutes(themes: ThemesService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/merchant_themes',
      name: 'listMerchantThemes',
      summary: 'List merchant themes',
      description: 'Returns the theme of each merchant that the caller works for.',
      tag: 'catalog',
      access: 'rows',
      till: true,
      store: 'query',
      query: ThemeQuery,
      responses: { 200: ThemePage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await themes.themes(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/merchant_themes/{id}',
      name: 'getMerchantTheme',
      summary: 'Retrieve a merchant theme',
      tag: 'catalog',
      access: 'rows',
      params: ById,
      responses: { 200: Theme, 304: null },
      handle: async ({ grant, params, headers }) => {
        const found = await themes.theme(grant, params.id)
        return unlessKnown(headers, found.version, () => answer(found))
      },
    }),
    route({
      method: 'PATCH',
      path: '/pos/merchant_themes/{id}',
      name: 'updateMerchantTheme',
      summary: 'Update a merchant theme',
      description:
        'For managers of any of the merchant’s stores. Send all colours together; text needs a contrast of 4.5:1 with ' +
        'its background. With `If-Match`, the update applies only to a version that it names.',
      tag: 'catalog',
      access: 'rows',
      params: ById,
      headers: ['if-match'],
      body: ThemeChange,
      responses: { 200: Theme },
      problems: ['forbidden', 'version_mismatch'],
      handle: async ({ grant, params, body, headers }) =>
        answer(await themes.change(grant, params.id, body, expectedVersions(headers))),
    }),
    route({
      method: 'PUT',
      path: '/platform/merchants/{id}/theme',
      name: 'setMerchantTheme',
      summary: 'Set a merchant’s theme on its behalf',
      tag: 'catalog',
      access: 'platform:operator',
      confirmed: true,
      params: ById,
      body: WholeTheme,
      responses: { 200: Theme },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params, body }) => ok(await themes.put(grant, params.id, body)),
    }),
  ]
}

const answer = ({ theme, version }: FoundTheme): Reply => ok(theme, versioned(version))
