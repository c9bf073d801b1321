import { Button } from '@mantine/core'
import type { Cart } from '@mostrador/client'
import { IconUser } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

const customerQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/customers/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== null,
    staleTime: 5 * 60_000,
  })

/** The cart's customer, if one was chosen. */
export function CustomerButton({ cart, onOpen }: { cart: Cart | null; onOpen: () => void }) {
  const t = useWords(shopTexts)
  const { data: customer } = useQuery(customerQuery(cart?.customerId ?? null))
  if (cart?.customerId == null) return null
  return (
    <Button variant="light" px="sm" maw={150} leftSection={<IconUser size={18} />} onClick={onOpen}>
      {customer?.name ?? t('customer')}
    </Button>
  )
}
