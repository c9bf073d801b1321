import { randomBytes } from 'node:crypto'
import { createKeyring, type Keyring } from '../src/adapters/keys/keyring.ts'
import { openWorkbook } from '../src/adapters/spreadsheet/open-workbook.ts'
import { products } from '../src/catalog/products/collections.ts'
import { collectionRoutes } from '../src/collections/routes.ts'
import { collectionsService } from '../src/collections/service.ts'
import { createJobs, type Jobs } from '../src/jobs/jobs.ts'
import { createLogger } from '../src/logger.ts'
import { workflowsRoutes } from '../src/platform/workflows/routes.ts'
import { noteGivenUp, workflowsService } from '../src/platform/workflows/service.ts'
import { chipIncidentsRoutes } from '../src/stock/chip-incidents/routes.ts'
import { chipIncidentsService } from '../src/stock/chip-incidents/service.ts'
import { chipImports, chipUnits } from '../src/stock/chips/collections.ts'
import { chipImportJob } from '../src/stock/chips/large-import.ts'
import { chipsRoutes } from '../src/stock/chips/routes.ts'
import { chipsService } from '../src/stock/chips/service.ts'
import { type Answer, type App, startApp } from './app.ts'
import { type CellText, iccid, workbook } from './workbook.ts'
import type { Member, Merchant, Store } from './world.ts'

/** A store that sells chips, with a person in each role. */
export interface ChipShop {
  readonly store: Store
  readonly manager: Member
  readonly supervisor: Member
  readonly cashier: Member
  readonly productId: string
}

export interface ChipApp extends App {
  readonly keyring: Keyring
  shop(of?: Merchant): Promise<ChipShop>
  /** A product of the store. */
  product(store: Store, kind?: 'CHIP' | 'GOODS'): Promise<string>
  /** Sends a file like a browser's form. */
  upload(
    person: { readonly token: string } | undefined,
    file: Buffer | undefined,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** Adds chips with these numbers to a shop's stock. */
  stock(shop: ChipShop, numbers: readonly number[]): Promise<Answer>
  /** Sets the platform's switch vas_chips. */
  setBinding(isOn: boolean): Promise<void>
}

/** The chip routes and collections, and products, on a separate server. */
export async function startChipApp(): Promise<ChipApp> {
  const keyring = createKeyring([randomBytes(32)])
  let jobs: Jobs | undefined
  const app = await startApp({
    poolSize: 40,
    routes: ({ database, workerUrl }) => {
      const collections = collectionsService({ database })
      const parts = { database, openWorkbook, sealer: keyring }
      jobs = createJobs({
        url: workerUrl,
        node: 'chip-shop',
        isWorker: true,
        logger: createLogger('silent'),
        jobs: [chipImportJob(parts)],
        ask: database.askEngine,
        onGivenUp: noteGivenUp(database),
      })
      const chips = chipsService(parts)
      const ofStore = { progress: chips.importProgress }
      return [
        ...chipsRoutes(chips),
        ...chipIncidentsRoutes(chipIncidentsService({ database })),
        ...workflowsRoutes(workflowsService({ database, jobs, aggregator: { mode: 'off' }, ofStore })),
        ...[products, chipUnits, chipImports].flatMap((each) => collectionRoutes(each, collections)),
      ]
    },
  })
  await jobs?.start()
  const close = async () => {
    await jobs?.stop()
    await app.close()
  }
  const product = async (store: Store, kind = 'CHIP') => {
    const { rows } = await app.admin.query<{ id: string }>(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, name, kind, price_centavos)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Chip', $3, 5000) returning id`,
      [store.merchantId, store.id, kind],
    )
    return (rows[0] as { id: string }).id
  }
  const shop = async (of?: Merchant): Promise<ChipShop> => {
    const store = await app.world.store(of)
    await app.admin.query('update platform.merchants set is_verified = true where id = $1', [
      store.merchantId,
    ])
    const supervisor = await app.world.member(store, 'supervisor')
    const cashier = await app.world.member(store, 'cashier')
    return { store, manager: store.manager, supervisor, cashier, productId: await product(store) }
  }
  const upload: ChipApp['upload'] = (person, file, fields) => sendForm(app.url, person, file, fields)
  const stock = ({ supervisor, store, productId }: ChipShop, numbers: readonly number[]) =>
    upload(supervisor, chipFile(numbers), { storeId: store.id, productId })
  const setBinding = async (isOn: boolean) => {
    await app.admin.query(
      `insert into settings.settings (key, value) values ('vas_chips', $1)
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(isOn)],
    )
  }
  return { ...app, close, keyring, shop, product, upload, stock, setBinding }
}

/** A workbook of chips with these numbers, with only an ICCID column. */
export function chipFile(numbers: readonly number[]): Buffer {
  return workbook([{ rows: [['ICCID'], ...numbers.map((no): CellText[] => [iccid(no)])] }])
}

/** Sends a file to the import like a browser's form. */
export async function sendForm(
  url: string,
  person: { readonly token: string } | undefined,
  file: Buffer | undefined,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file !== undefined) form.set('file', new Blob([new Uint8Array(file)]), 'chips.xlsx')
  const response = await fetch(`${url}/vas/chips/import`, {
    method: 'POST',
    body: form,
    ...(person && { headers: { authorization: `Bearer ${person.token}` } }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) }
}
