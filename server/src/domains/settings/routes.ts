import { ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { SettingsService } from './service.ts'

const tag = 'Settings'

export function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/settings',
      name: 'settings',
      summary: 'Every setting of the platform with its value, default and meaning',
      tag,
      access: 'platform:operator',
      responses: { 200: shapes.Settings },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok({ items: await settings.settings(grant) }),
    }),
    route({
      method: 'PUT',
      path: '/platform/settings/{key}',
      name: 'putSetting',
      summary: 'Set one; it acts on the next request',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.SettingName,
      body: shapes.SettingValue,
      responses: { 200: shapes.Setting },
      problems: ['forbidden', 'mfa_required', 'setting_not_found'],
      handle: async ({ grant, params, body }) => ok(await settings.put(grant, params.key, body.value)),
    }),
  ]
}
