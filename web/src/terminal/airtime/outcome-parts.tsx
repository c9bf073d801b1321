import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { formatPesos } from '../../ui/money.ts'
import { groupPhone } from '../../ui/phone.ts'
import { type OpenOrder, totalCentavos } from '../order.ts'
import { useTerminalWords } from '../words.ts'

export function NextButton({ onNext, isQuiet = false }: { onNext: () => void; isQuiet?: boolean }) {
  const t = useTerminalWords()
  return (
    <Button
      size="lg"
      variant={isQuiet ? 'default' : 'filled'}
      leftSection={<IconPlus size={20} />}
      onClick={onNext}
    >
      {t('newSale')}
    </Button>
  )
}

/** What was on its way, for ends that have no sale. */
export function OrderLine({ open }: { open: OpenOrder }) {
  const { product, digits } = open.order
  return (
    <Text className="figures" fz="lg">
      {product.provider.name} · {groupPhone(digits)} · {formatPesos(totalCentavos(product))}
    </Text>
  )
}
