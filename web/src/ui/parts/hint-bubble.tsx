import { type FloatingPosition, Tooltip } from '@mantine/core'

interface Props {
  target: HTMLElement
  label: string
  position: FloatingPosition
}

export function HintBubble(props: Props) {
  return <Tooltip {...props} opened />
}
