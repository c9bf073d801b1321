import type { StockCountLine } from '@mostrador/client'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Ending from './ending.ts'
import type * as Saves from './saves.ts'

let ending: typeof Ending
let saves: typeof Saves
/** The quantities at the server. */
let shelf: Record<string, number | null>
/** What happens to the next requests that save a quantity: by default they are carried out. */
let mishaps: ('fails' | 'is lost' | 'answer is lost' | Promise<void>)[]
/** What the next requests that read the lines wait for. */
let waits: Promise<void>[]
/** What was asked of the server, in this order. */
let asked: string[]
let puts: { line: { variantId: string; counted: number | null }; key: string | null }[]
const answers = new Map<string, object>()

const ids = ['rice', 'soap']
const lineOf = (variantId: string) => ({
  ...{ id: variantId, variantId, expected: 0, counted: shelf[variantId] ?? null },
  difference: shelf[variantId] ?? null,
  countedAt: null,
})

/** The part of the server that a sheet uses. */
async function serve(request: Request): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve))
  asked.push(request.method)
  if (request.method === 'POST') return Response.json({ status: 'CLOSED' })
  if (request.method === 'GET') {
    await waits.shift()
    return Response.json({ items: ids.map(lineOf), nextCursor: null })
  }
  const { lines } = await request.json()
  const [line] = lines
  const key = request.headers.get('idempotency-key') ?? ''
  puts.push({ line, key })
  const mishap = mishaps.shift()
  if (mishap instanceof Promise) await mishap
  if (mishap === 'is lost') throw new TypeError('network')
  if (mishap === 'fails') return problem(500, { code: 'internal' })
  const earlier = answers.get(key)
  if (earlier !== undefined) return Response.json(earlier)
  const { variantId, counted, countedBefore } = line
  const there = shelf[variantId] ?? null
  if (countedBefore !== undefined && countedBefore !== there)
    return problem(412, { code: 'version_mismatch', lines: [{ variantId, counted: there }] })
  shelf[variantId] = counted
  const answer = { items: [lineOf(variantId)] }
  answers.set(key, answer)
  if (mishap === 'answer is lost') throw new TypeError('network')
  return Response.json(answer)
}
const problem = (status: number, body: object) =>
  new Response(JSON.stringify({ status, title: '', ...body }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://desk.test' })
  vi.stubGlobal('fetch', serve)
  saves = await import('./saves.ts')
  ending = await import('./ending.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  shelf = {}
  mishaps = []
  waits = []
  asked = []
  puts = []
})

/** The screen of a person who counts. */
async function screen() {
  const { countLinesQuery } = await import('./counts-query.ts')
  const queryClient = new QueryClient()
  const query = countLinesQuery('s1', 'c1')
  await queryClient.fetchQuery(query)
  new QueryObserver(queryClient, query).subscribe(() => undefined)
  const own = saves.savesOfCount(queryClient, 's1', 'c1')
  const end = ending.endOf({ countId: 'c1', how: 'close', assertSaved: own.assertSaved })
  const running: Promise<unknown>[] = []
  const save = (found: Saves.Found) => {
    running.push(new MutationObserver(queryClient, own.options).mutate(found).catch(() => undefined))
    // Until the screen shows it.
    return new Promise((resolve) => setTimeout(resolve))
  }
  return {
    ...own,
    apply: () => new MutationObserver(queryClient, end).mutate(),
    /** Confirms that the sheet is applied, and leaves the dialog before that was done. */
    confirmAndLeave: () => {
      const confirmed = new MutationObserver(queryClient, end)
      void confirmed.mutate()
      const { isPaused } = confirmed.getCurrentResult()
      confirmed.reset()
      ending.takeBackEnd(queryClient, 'c1')
      return { isPaused }
    },
    scan: (variantId: string) => {
      const countedBefore = own.countedOf(variantId)
      return save({ variantId, counted: saves.oneMore(countedBefore), countedBefore, isScan: true })
    },
    type: (variantId: string, counted: number) =>
      save({ variantId, counted, countedBefore: own.countedOf(variantId), isScan: false }),
    line: (variantId: string): StockCountLine | undefined =>
      queryClient.getQueryData(query.queryKey)?.find((each) => each.variantId === variantId),
    readAgain: () => saves.readAgain(queryClient, 's1', 'c1'),
    saved: async () => {
      await Promise.all(running)
      await expect.poll(() => queryClient.isFetching()).toBe(0)
    },
  }
}

test('scans add to what another person has scanned since', async () => {
  const [ana, beto] = [await screen(), await screen()]
  for (const _ of [1, 2, 3, 4, 5]) await ana.scan('rice')
  await ana.saved()
  await beto.scan('rice')
  await beto.scan('rice')
  await beto.saved()
  expect([shelf['rice'], beto.countedOf('rice')]).toEqual([7, 7])
  await beto.apply()
})

test('a typed quantity is not put over what another person has counted, and the screen shows theirs', async () => {
  const [ana, beto] = [await screen(), await screen()]
  await ana.type('rice', 5)
  await ana.saved()
  await beto.type('rice', 2)
  await beto.saved()
  expect([shelf['rice'], beto.countedOf('rice')]).toEqual([5, 5])
  await expect(beto.apply()).rejects.toMatchObject({ variantIds: ['rice'] })
})

test('a scan whose answer was lost is sent again under its key, and counts once', async () => {
  const ana = await screen()
  mishaps = ['is lost', 'answer is lost']
  await ana.scan('rice')
  await ana.saved()
  expect([shelf['rice'], ana.countedOf('rice'), puts.length]).toEqual([1, 1, 3])
  expect(new Set(puts.map(({ key }) => key)).size).toBe(1)
})

test('after a scan that failed, later scans count what the server has', async () => {
  const ana = await screen()
  mishaps = ['fails']
  for (const _ of [1, 2, 3]) await ana.scan('rice')
  await ana.saved()
  expect([shelf['rice'], ana.countedOf('rice')]).toEqual([2, 2])
  await ana.scan('rice')
  await ana.saved()
  expect([shelf['rice'], ana.line('rice')]).toMatchObject([3, { counted: 3, difference: 3 }])
})

test('lines are read again only when no quantity waits to be saved', async () => {
  const ana = await screen()
  mishaps = ['fails']
  await ana.scan('rice')
  await ana.scan('soap')
  await ana.saved()
  expect(asked).toEqual(['GET', 'PUT', 'PUT', 'GET'])
  expect([ana.countedOf('rice'), ana.countedOf('soap')]).toEqual([null, 1])
})

test('a sheet is not applied after a quantity that was not saved, until its goods were told or saved', async () => {
  const ana = await screen()
  mishaps = ['fails', 'fails']
  await ana.type('rice', 3)
  await ana.type('soap', 4)
  // Without waiting, as when the confirmation follows the last quantity at once.
  await expect(ana.apply()).rejects.toMatchObject({ variantIds: ['rice', 'soap'] })
  expect(asked).not.toContain('POST')
  await ana.apply()
  mishaps = ['fails']
  await ana.type('soap', 5)
  await ana.saved()
  await ana.type('soap', 5)
  await ana.apply()
  expect(asked.filter((method) => method === 'POST')).toHaveLength(2)
})

test('a sheet is not applied while a field holds something that is no quantity, until its goods were told', async () => {
  const ana = await screen()
  ana.noteEntry('rice', true)
  ana.noteEntry('soap', true)
  ana.noteEntry('soap', false)
  await expect(ana.apply()).rejects.toMatchObject({ variantIds: ['rice'] })
  expect(asked).not.toContain('POST')
  await ana.apply()
})

test('a sheet whose dialog was left while a quantity was still being saved is not applied, and can be later', async () => {
  const ana = await screen()
  let goOn = () => {}
  const network = new Promise<void>((resolve) => {
    goOn = resolve
  })
  mishaps = [network]
  await ana.type('rice', 3)
  expect(ana.confirmAndLeave()).toEqual({ isPaused: true })
  await ana.type('soap', 4)
  goOn()
  await ana.saved()
  expect(asked).toEqual(['GET', 'PUT', 'PUT'])
  await ana.apply()
  expect(asked).toEqual(['GET', 'PUT', 'PUT', 'POST'])
})

test('a sheet that is already being applied when its dialog is left is applied', async () => {
  const ana = await screen()
  expect(ana.confirmAndLeave()).toEqual({ isPaused: false })
  await expect.poll(() => asked).toEqual(['GET', 'POST'])
})

test('lines that are read again have what another person has counted since', async () => {
  const [ana, beto] = [await screen(), await screen()]
  await beto.type('soap', 4)
  await beto.saved()
  expect(ana.countedOf('soap')).toBeNull()
  await ana.readAgain()
  expect(ana.line('soap')).toMatchObject({ counted: 4, difference: 4 })
})

/** A network whose answers the test releases. */
function slow(): { network: Promise<void>; goOn: () => void } {
  let goOn = () => {}
  const network = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { network, goOn: () => goOn() }
}

test('lines are read again after a quantity that waits to be saved, which stays on the screen', async () => {
  const ana = await screen()
  const { network, goOn } = slow()
  mishaps = [network]
  await ana.type('rice', 3)
  const read = ana.readAgain()
  await ana.type('soap', 4)
  expect(asked).toEqual(['GET', 'PUT'])
  goOn()
  await read
  expect(asked).toEqual(['GET', 'PUT', 'PUT', 'GET'])
  expect([ana.countedOf('rice'), ana.countedOf('soap')]).toEqual([3, 4])
})

test('a quantity that is counted while lines are read again stays, and they are read after it', async () => {
  const [ana, beto] = [await screen(), await screen()]
  await beto.type('soap', 4)
  await beto.saved()
  const { network, goOn } = slow()
  waits = [network]
  asked = []
  const read = ana.readAgain()
  await expect.poll(() => asked).toEqual(['GET'])
  await ana.type('rice', 3)
  goOn()
  await read
  expect(asked).toEqual(['GET', 'PUT', 'GET'])
  expect([shelf['rice'], ana.countedOf('rice'), ana.countedOf('soap')]).toEqual([3, 3, 4])
})
