import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PlacesUnchanged, withPlaces } from '../../src/database/change-places.ts'
import { patient } from '../patience.ts'
import { killProgram } from '../programs.ts'
import { doctorOnPlaces } from './doctor.ts'
import { expectSold, type MovingShops, movedTo, type SellingShop, startMovingShops } from './moving-shops.ts'

let shops: MovingShops
let shop: SellingShop

beforeAll(async () => {
  shops = await startMovingShops()
  shop = await shops.shop()
  await shops.tills.sale(shop.cashier, [{ variantId: shop.product }])
})
afterAll(() => shops.app.close())

const refused = (err: string | RegExp) => ({
  ...{ code: 1, out: '' },
  err: typeof err === 'string' ? `${err}\n` : expect.stringMatching(err),
})
const jobs = async () =>
  (
    await shops.app.admin.query(
      'select status, attempts, to_place from platform.merchant_moves where merchant_id = $1 order by id',
      [shop.merchantId],
    )
  ).rows
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: shops.app.adminUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const splitting = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and query ~ 'citus_(split|move)_shard'
    and application_name = 'mostrador-merchants'`
const isSplitting = async () => (await shops.app.admin.query(splitting)).rowCount === 1
const begun = () => expect.poll(isSplitting, { timeout: patient(20_000), interval: 20 }).toBe(true)

/** What a killed command had begun on the coordinator has ended too. */
const nobodyMoves = () =>
  expect
    .poll(async () => (await shops.app.admin.query('select platform.somebody_moves() as is')).rows[0].is, {
      timeout: patient(10_000),
    })
    .toBe(false)

test('what cannot be moved is refused, and nothing is begun', async () => {
  const { merchantId } = shop
  const { place } = await shops.placesOf(merchantId)
  const nobody = '0199aaaa-0000-7000-8000-000000000001'
  expect(await shops.move(nobody, 'norte')).toEqual(refused(`There is no merchant ${nobody}.`))
  expect(await shops.move(merchantId, 'sur')).toEqual(refused('There is no place sur.'))
  for (const words of ['norte', 'abarrotes'])
    expect(await shops.move(words, 'norte')).toEqual(refused(/Usage: mostrador merchants move <id> <place>/))
  const other = await shops.otherPlace(merchantId)
  await withPlaces(shops.app.adminUrl, ({ setOpen }) => setOpen(other, false))
  expect(await shops.move(merchantId, other)).toEqual(
    refused(`The place ${other} is closed. Open it: mostrador places open ${other}`),
  )
  await withPlaces(shops.app.adminUrl, ({ setOpen }) => setOpen(other, true))
  expect(await shops.move(merchantId, place)).toEqual({
    ...{ code: 0, err: '' },
    out: `The merchant ${merchantId} is at ${place} already.\n`,
  })
  const { rows } = await shops.app.admin.query('select * from platform.merchant_moves')
  expect(rows).toEqual([])
})

const roleOnTarget = async () => {
  const { rows } = await shops.app.admin.query(
    `select result from run_command_on_all_nodes($$select count(*) from pg_roles
       where rolname like 'citus_shard_%_subscription_role_%'$$)`,
  )
  return rows.some(({ result }) => result !== '0')
}
/** Moments at which the command is killed, by what can be seen then. */
const moments: readonly (readonly [name: string, isThere: () => Promise<boolean>])[] = [
  ['when it begins', isSplitting],
  ['while rows are copied', roleOnTarget],
]

test.each(moments)(
  'a command that is killed %s goes on when it is repeated',
  async (_, isThere) => {
    const { merchantId } = shop
    const place = await shops.otherPlace(merchantId)
    const before = await jobs()
    const stock = await shops.onHand(shop)
    const streams = shops.sell(shop)
    const { child } = shops.startMove(merchantId, place)
    await expect.poll(isThere, { timeout: patient(20_000), interval: 10 }).toBe(true)
    await killProgram(child)
    expect((await shops.placesOf(merchantId)).named).not.toBe(place)

    const { code, out, err } = await shops.move(merchantId, place)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(movedTo(merchantId, place).out)
    await expectSold(shops.app, shop, streams, stock)
    expect(await shops.placesOf(merchantId)).toEqual({ named: place, place })
    expect(await shops.nodesWith(merchantId)).toEqual([shops.nodes[place]])
    expect(await jobs()).toEqual([...before, { status: 'DONE', attempts: 2, to_place: place }])
    const { rows: leftovers } = await shops.app.admin.query('select * from pg_dist_cleanup')
    expect(leftovers).toEqual([])
  },
  patient(90_000),
)

test(
  'one that is killed when the rows have arrived is finished by the next, and doctor says so until then',
  async () => {
    const { merchantId } = shop
    const place = await shops.otherPlace(merchantId)
    const holding = await connected()
    const isThere = async () => (await shops.placesOf(merchantId)).place === place
    const { child } = shops.startMove(merchantId, place)
    await begun()
    await holding.query('begin')
    await holding.query('select from platform.merchants where id = $1 for update', [merchantId])
    await expect.poll(isThere, { timeout: patient(40_000), interval: 50 }).toBe(true)
    // Its next statement waits for the merchant's row.
    await killProgram(child)
    await holding.query('rollback')
    await nobodyMoves()
    expect((await shops.placesOf(merchantId)).named).not.toBe(place)
    expect(await doctorOnPlaces(shops.app)).toMatchObject({
      state: 'error',
      text: expect.stringContaining(`The move of merchant ${merchantId} to ${place} was left half-way at `),
      todo: `Finish it: mostrador merchants move ${merchantId} ${place}`,
    })
    await expect(withPlaces(shops.app.adminUrl, ({ remove }) => remove('norte'))).rejects.toThrow(
      PlacesUnchanged,
    )
    expect(await shops.move(merchantId, place)).toEqual(movedTo(merchantId, place))
    expect(await shops.placesOf(merchantId)).toEqual({ named: place, place })
    expect(await doctorOnPlaces(shops.app)).toMatchObject({ state: 'ok' })
  },
  patient(90_000),
)

test(
  'a move that was left half-way can be given up: the merchant goes to another place, or stays',
  async () => {
    const { merchantId } = shop
    const { place: home } = await shops.placesOf(merchantId)
    const away = await shops.otherPlace(merchantId)
    const { child } = shops.startMove(merchantId, away)
    await begun()
    await killProgram(child)
    await nobodyMoves()
    const before = await jobs()
    expect(before.at(-1)).toMatchObject({ status: 'MOVING', to_place: away })
    const { code, out, err } = await shops.move(merchantId, home)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`The merchant ${merchantId} is at ${home} already.\n`)
    expect(await jobs()).toEqual([...before.slice(0, -1), { ...before.at(-1), status: 'ABANDONED' }])
    expect(await doctorOnPlaces(shops.app)).toMatchObject({ state: 'ok' })
  },
  patient(60_000),
)

test(
  'of two moves of a merchant at once the second waits and finds it there; one elsewhere is refused',
  async () => {
    const { merchantId } = shop
    const { place: home } = await shops.placesOf(merchantId)
    const away = await shops.otherPlace(merchantId)
    const first = shops.startMove(merchantId, away)
    await begun()
    const second = shops.startMove(merchantId, away)
    await expect.poll(() => second.said.out, { timeout: patient(10_000) }).toContain('Waiting for that.')
    expect(await shops.move(merchantId, home)).toEqual(
      refused(
        `The merchant ${merchantId} is being moved to ${away}, and moves run one after another. Repeat the command when that one is done.`,
      ),
    )
    expect(await first.exit, first.said.err).toBe(0)
    expect(await second.exit, second.said.err).toBe(0)
    expect(first.said.out).toBe(movedTo(merchantId, away).out)
    expect(second.said.out).toContain(`The merchant ${merchantId} is at ${away} already.\n`)
    expect((await jobs()).at(-1)).toEqual({ status: 'DONE', attempts: 1, to_place: away })
  },
  patient(60_000),
)

test('a merchant whose rows somebody has moved by hand is put right without moving them again', async () => {
  const { merchantId } = shop
  const { place } = await shops.placesOf(merchantId)
  const wrong = await shops.otherPlace(merchantId)
  await shops.app.admin.query('update platform.merchants set database_id = $2 where id = $1', [
    merchantId,
    wrong,
  ])
  expect(await doctorOnPlaces(shops.app)).toMatchObject({ state: 'error' })
  expect(await shops.move(merchantId, place)).toEqual(movedTo(merchantId, place))
  expect(await shops.placesOf(merchantId)).toEqual({ named: place, place })
  expect(await doctorOnPlaces(shops.app)).toMatchObject({ state: 'ok' })
})
