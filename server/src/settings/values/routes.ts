import { ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { SettingsService } from './service.ts'

const tag = 'settings'

export function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/settings',
      name: 'listSettings',
      summary: 'List the platform’s settings with value, default and meaning',
      tag,
      access: 'platform:operator',
      responses: { 200: shapes.Settings },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok({ items: await settings.settings(grant) }),
    }),
    route({
      method: 'PUT',
      path: '/platform/settings/{key}',
      name: 'setSetting',
      summary: 'Update a setting; it takes effect on the next request',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.SettingName,
      body: shapes.SettingValue,
      responses: { 200: shapes.Setting },
      problems: ['forbidden', 'mfa_required', 'setting_not_found'],
      handle: async ({ grant, params, body }) => ok(await settings.put(grant, params.key, body.value)),
    }),
    route({
      method: 'GET',
      path: '/platform/merchants/{id}/settings',
      name: 'listMerchantSettings',
      summary: 'List the effective settings of one merchant',
      tag,
      access: 'platform:operator',
      params: shapes.ById,
      responses: { 200: shapes.MerchantSettings },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok({ items: await settings.settingsOfMerchant(grant, params.id) }),
    }),
    route({
      method: 'PUT',
      path: '/platform/merchants/{id}/settings/{key}',
      name: 'setMerchantSetting',
      summary:
        'Update a setting for one merchant, stricter or laxer than for all; it takes effect on the next request',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.SettingOfMerchant,
      body: shapes.MerchantSettingValue,
      responses: { 200: shapes.MerchantSetting },
      problems: ['forbidden', 'mfa_required', 'setting_not_found'],
      handle: async ({ grant, params, body }) =>
        ok(await settings.putOfMerchant(grant, params.id, params.key, body.value)),
    }),
    route({
      method: 'GET',
      path: '/pos/settings',
      name: 'listOwnSettings',
      summary: 'List your merchant’s effective settings, and what the platform allows',
      tag,
      access: 'owner',
      query: shapes.OwnMerchant,
      responses: { 200: shapes.MerchantSettings },
      problems: ['forbidden', 'merchant_suspended', 'merchant_closed'],
      handle: async ({ grant, query }) => ok({ items: await settings.ownSettings(grant, query.merchantId) }),
    }),
    route({
      method: 'PUT',
      path: '/pos/settings/{key}',
      name: 'setOwnSetting',
      summary:
        'Update a setting of your merchant within what the platform allows; it takes effect on the next request',
      tag,
      access: 'owner',
      confirmed: true,
      params: shapes.SettingName,
      body: shapes.OwnSettingValue,
      responses: { 200: shapes.MerchantSetting },
      problems: [
        'forbidden',
        'merchant_suspended',
        'merchant_closed',
        'setting_not_found',
        'setting_not_allowed',
      ],
      handle: async ({ grant, params, body }) =>
        ok(await settings.putOwn(grant, body.merchantId, params.key, body.value)),
    }),
  ]
}
