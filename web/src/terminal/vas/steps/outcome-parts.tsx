import { Button, Text } from '@mantine/core'
import type { VasKind } from '@mostrador/client'
import { IconPlus } from '@tabler/icons-react'
import { KeyCap } from '../../../ui/keys/key-cap.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { VasOrder } from '../../selling/orders/order.ts'
import { shortcutOf } from '../../shortcuts/shortcuts.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { orderLine } from '../paper/sale-words.ts'

export const nextButtonId = 'next-sale'

export function NextButton(props: { kind: VasKind; onNext: () => void; isQuiet?: boolean }) {
  const t = useWords(kindTexts)
  const { key } = shortcutOf('next')
  return (
    <Button
      id={nextButtonId}
      size="lg"
      aria-keyshortcuts={key}
      rightSection={<KeyCap chord={key} />}
      variant={props.isQuiet === true ? 'default' : 'filled'}
      leftSection={<IconPlus size={20} />}
      onClick={props.onNext}
    >
      {t(`${props.kind}.newSale`)}
    </Button>
  )
}

/** The order, for outcomes without a sale. */
export function OrderLine({ open }: { open: VasOrder }) {
  return (
    <Text className="figures" fz="lg">
      {orderLine(open.terms)}
    </Text>
  )
}
