import { itemShape } from '../../collections/shapes.ts'
import { created, type Route, route } from '../../http/route.ts'
import { stores } from './collections.ts'
import { CreateStore } from './schema.ts'
import type { StoresService } from './service.ts'

export function storesRoutes(service: StoresService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/stores',
      name: 'createStore',
      summary: 'Open a store',
      description: 'The owner becomes its manager. Open sessions see it immediately.',
      tag: 'shop',
      access: 'owner',
      body: CreateStore,
      responses: { 201: itemShape(stores) },
      problems: ['forbidden', 'merchant_suspended', 'merchant_closed', 'duplicate_value', 'platform_staff'],
      handle: async ({ grant, body }) => {
        const store = await service.open(grant, body)
        return created(store, `/pos/stores/${store.id}`)
      },
    }),
  ]
}
