import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'

const customersQuery = (storeId: string, q: string) =>
  queryOptions({
    queryKey: ['customers', 'till', storeId, q],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 20, ...(q !== '' && { q }) }
      const { items } = await answer(api.GET('/pos/customers', { params: { query }, signal }))
      return items
    },
    placeholderData: (previous) => previous,
  })

/** Names the saving of a new customer while it is under way. */
export const saveCustomerKey = ['saveCustomer'] as const

/** Assigns the cart to an existing or a new customer. */
export function CustomerForm({ checkout, onClose }: { checkout: CartCheckout; onClose: () => void }) {
  const t = useWords(shopTexts)
  const words = useFaultWords()
  const [typed, setTyped] = useState('')
  const [isNew, setIsNew] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), 150)
  const found = useQuery(customersQuery(checkout.storeId, q))
  const choose = (id: string | null) => {
    void checkout.setCustomer(id)
    onClose()
  }
  if (isNew) return <NewCustomer checkout={checkout} name={typed} onSaved={choose} />
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t('customerSearch')}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error !== null && <ErrorState {...words(found.error)} onRetry={() => found.refetch()} />}
      {found.data === undefined && found.error === null && <RowSkeletons rows={2} />}
      {found.data?.length === 0 && <Text c="dimmed">{t('customerEmptyHint')}</Text>}
      <div style={{ maxHeight: 260, overflowY: 'auto' }}>
        {found.data?.map((customer) => (
          <UnstyledButton
            key={customer.id}
            className={classes['name']}
            w="100%"
            onClick={() => choose(customer.id)}
          >
            <span className={classes['nameText']}>{customer.name}</span>
            <span className={classes['small']}>
              {[customer.phone, customer.rfc].filter((each) => each !== null).join(' · ')}
            </span>
          </UnstyledButton>
        ))}
      </div>
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={() => choose(null)}>
          {t('customerNone')}
        </Button>
        <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => setIsNew(true)}>
          {t('customerNew')}
        </Button>
      </Group>
    </Stack>
  )
}

function NewCustomer(props: { checkout: CartCheckout; name: string; onSaved: (id: string) => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(shopTexts)
  const words = useFaultWords()
  const [name, setName] = useState(props.name)
  const [phone, setPhone] = useState('')
  const [rfc, setRfc] = useState('')
  const save = useMutation({
    mutationKey: saveCustomerKey,
    mutationFn: () =>
      answer(
        api.POST('/pos/customers', {
          body: {
            storeId: props.checkout.storeId,
            name: name.trim(),
            ...(phone.trim() !== '' && { phone: phone.trim() }),
            ...(rfc.trim() !== '' && { rfc: rfc.trim().toUpperCase() }),
          },
        }),
      ),
    onSuccess: (customer) => props.onSaved(customer.id),
  })
  const faults = fieldFaults(save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('customerName')}
          required
          maxLength={120}
          data-autofocus
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('customerPhone')}
          inputMode="tel"
          value={phone}
          error={faults['phone']}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <TextInput
          label={t('customerRfc')}
          value={rfc}
          error={faults['rfc']}
          onChange={(event) => setRfc(event.currentTarget.value)}
        />
        {save.error !== null && (
          <Text c="red" role="alert">
            {words(save.error).title}
          </Text>
        )}
        <Button type="submit" h={48} loading={save.isPending} disabled={name.trim() === ''}>
          {t('customerSave')}
        </Button>
      </Stack>
    </form>
  )
}
