import { Badge } from '@mantine/core'

/** How many records there are, as far as they are loaded. */
export interface Count {
  count: number
  /** There are more, which are not loaded. */
  isMore: boolean
}

/** The name of a tab or a choice, with how many wait behind it; without a number when none does. */
export function Counted({ label, of: { count, isMore } }: { label: string; of: Count }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <span>{label}</span>
      {count > 0 && (
        <Badge color="cempasuchil" variant="light" c="var(--tone-wait)" px={8}>
          {count}
          {isMore && '+'}
        </Badge>
      )}
    </span>
  )
}
