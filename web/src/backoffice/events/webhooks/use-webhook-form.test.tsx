import { MantineProvider } from '@mantine/core'
import type { ProfileStore, Webhook } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { showEndlessList } from '../../../desk/records/fake-list.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { useWebhookForm } = await import('./use-webhook-form.ts')
const { WebhookRefusal } = await import('./webhook-refusal.tsx')

const webhook = {
  id: 'w1',
  storeId: 's1',
  url: 'https://example.mx/avisos',
  description: 'Bodega',
  types: ['shift.opened', 'of.a.newer.server'],
} as Partial<Webhook> as Webhook

type Form = ReturnType<typeof useWebhookForm>

/** Saves the form of a webhook after an edit. @returns the bodies that were sent, and whether the form was complete */
async function saved(edit: (form: Form['form']) => void, of: Webhook | null = webhook) {
  const sent: unknown[] = []
  send.mockImplementation(async (request) => {
    sent.push(await request.json())
    return Response.json(webhook)
  })
  const opened: Form[] = []
  const Case = () => {
    const store = { storeId: 's1', merchantId: 'm1' } as Partial<ProfileStore> as ProfileStore
    opened.push(useWebhookForm({ store, webhook: of, onMade: () => {}, onClose: () => {} }))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Case />
    </QueryClientProvider>,
  )
  const { form, save } = opened[0] as Form
  edit(form)
  await save.mutateAsync()
  return { sent, isComplete: form.isValid() }
}

test('only what was edited is sent, so that an address that somebody else has changed meanwhile stays', async () => {
  const { sent } = await saved((form) => form.setFieldValue('description', 'Contabilidad'))
  expect(sent).toEqual([{ description: 'Contabilidad' }])
  expect((await saved(() => {})).sent).toEqual([])
})

test('event types that this page does not know stay chosen', async () => {
  const added = await saved((form) => form.setFieldValue('types', ['shift.opened', 'shift.closed']))
  expect(added.sent).toEqual([{ types: ['shift.opened', 'shift.closed', 'of.a.newer.server'] }])
  const removed = await saved((form) => form.setFieldValue('types', []))
  expect(removed).toEqual({ sent: [{ types: ['of.a.newer.server'] }], isComplete: true })
})

test('a store’s webhook is offered, and asks for, nothing that concerns the whole business', async () => {
  const types = ['sale.completed', 'deposit.credited'] as const
  const made = async (isOfMerchant: boolean) => {
    const edit = (form: Form['form']) =>
      form.setValues({ url: 'https://example.mx/', isOfMerchant, isOfAll: false, types: [...types] })
    return (await saved(edit, null)).sent
  }
  expect(await made(true)).toEqual([{ url: 'https://example.mx/', merchantId: 'm1', types }])
  expect(await made(false)).toEqual([
    { url: 'https://example.mx/', storeId: 's1', types: ['sale.completed'] },
  ])

  const before = { ...webhook, types: ['deposit.credited'] } as Webhook
  const chosen = await saved(
    (form) => form.setFieldValue('types', ['deposit.credited', 'shift.opened']),
    before,
  )
  expect(chosen).toEqual({ sent: [{ types: ['shift.opened'] }], isComplete: true })
  expect((await saved(() => {}, before)).isComplete).toBe(false)
  expect((await saved((form) => form.setFieldValue('isOfAll', true), before)).sent).toEqual([{ types: [] }])
})

/** Creates a webhook beside its list. @returns what was shown of it, why it failed, and whether the list is being read again */
async function created() {
  const queryClient = new QueryClient()
  const close = showEndlessList(queryClient, ['webhooks'])
  const shown: string[] = []
  let opened: Form | undefined
  const Case = () => {
    const store = { storeId: 's1' } as Partial<ProfileStore> as ProfileStore
    const onMade = (secret: string) => shown.push(secret)
    opened = useWebhookForm({ store, webhook: null, onMade, onClose: () => shown.push('closed') })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Case />
    </QueryClientProvider>,
  )
  const fault = await opened?.save.mutateAsync().catch((error: Error) => error)
  const isListRead = queryClient.isFetching() === 1
  close()
  return { shown, fault, isListRead }
}

test('a new secret is shown without waiting for the list to be read again', async () => {
  send.mockResolvedValue(Response.json({ ...webhook, secret: 'whsec_1' }, { status: 201 }))
  expect(await created()).toMatchObject({ shown: ['whsec_1', 'closed'], isListRead: true })
})

test('a webhook whose answer was lost may exist: the list is read again, and the form says to look there', async () => {
  send.mockRejectedValue(new TypeError('fetch failed'))
  const { fault, ...after } = await created()
  expect(after).toEqual({ shown: [], isListRead: true })
  const said = renderToStaticMarkup(
    <MantineProvider>
      <WebhookRefusal error={fault as Error} />
    </MantineProvider>,
  )
  expect(said).toContain('Puede haberse hecho: revisa la lista antes de repetirlo.')
})
