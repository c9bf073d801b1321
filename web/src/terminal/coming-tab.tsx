import { Center } from '@mantine/core'
import { accent, brand, Picture, paper } from '../ui/illustrations/picture.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { useTerminalWords } from './words.ts'

/** Says calmly what is not sold here yet. */
export function ComingTab({ kind }: { kind: 'servicios' | 'pines' }) {
  const t = useTerminalWords()
  return (
    <Center h="100%">
      <EmptyState
        picture={kind === 'servicios' ? <Bulb /> : <Cards />}
        title={t(`soonTitle.${kind}`)}
        hint={t(`soonHint.${kind}`)}
        action={<StatusChip tone="wait">{t('soon')}</StatusChip>}
      />
    </Center>
  )
}

function Bulb() {
  return (
    <Picture tone="brand" width={260}>
      <path d="M76 62a26 26 0 1 1 38 23c-5 3-6 8-6 13H96c0-5-1-10-6-13a26 26 0 0 1-14-23z" fill={accent} />
      <path d="M94 108h16M97 117h10" />
      <path d="M102 24V14M64 34l-7-7M140 34l7-7M58 64H46M158 64h-12" />
      <path d="M126 88h42v44h-42z" fill={paper} />
      <path d="M135 100h24M135 110h24M135 120h12" />
    </Picture>
  )
}

function Cards() {
  return (
    <Picture tone="brand" width={260}>
      <rect x="44" y="36" width="84" height="54" rx="10" fill={brand} transform="rotate(-8 86 63)" />
      <rect x="70" y="58" width="92" height="60" rx="10" fill={paper} />
      <path d="M70 76h92" stroke={accent} strokeWidth="9" />
      <path d="M84 100h1M98 100h1M112 100h1M126 100h1" strokeWidth="7" />
    </Picture>
  )
}
