import { MantineProvider } from '@mantine/core'
import type { RefundDetails } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoneyBack } from './money-back.tsx'

type Method = RefundDetails['payments'][number]['method']

/** What the screen says, line by line. */
function said(...payments: readonly (readonly [Method, number])[]): string[] {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <MoneyBack payments={payments.map(([method, amountCentavos]) => ({ method, amountCentavos }))} />
    </MantineProvider>,
  )
  return [...markup.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, line]) => line ?? '')
}

const toCard = 'a la tarjeta del cliente: cancela o devuelve el cargo en la terminal bancaria.'

test('of a refund to a card and in cash, only the cash is handed over', () => {
  expect(said(['CARD', 20_000], ['CASH', 5_000])).toEqual([
    'Entrega $50.00 en efectivo al cliente.',
    `Devuelve $200.00 ${toCard}`,
  ])
})

test('of a refund to a card or by transfer, nothing is handed over', () => {
  expect(said(['CARD', 25_000])).toEqual([`Devuelve $250.00 ${toCard}`])
  expect(said(['TRANSFER', 25_000])).toEqual(['Devuelve $250.00 al cliente por transferencia.'])
  expect(said(['CASH', 0], ['CARD', 25_000])).toEqual([`Devuelve $250.00 ${toCard}`])
})

test('cash that takes the place of several payments is handed over in one', () => {
  expect(said(['CASH', 4_000], ['CASH', 5_999])).toEqual(['Entrega $99.99 al cliente.'])
})

test('goods that come back after their money have nothing handed over', () => {
  expect(said()).toEqual(['No hay que entregar dinero.'])
  expect(said(['CASH', 0])).toEqual(['No hay que entregar dinero.'])
})
