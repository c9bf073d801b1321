import { useEffect, useState } from 'react'
import { prefixed } from '../selling/money/quantity.ts'

/** The text in the search, with its quantity prefix, and why it added nothing. A finished sale clears it. */
export function useSearchText(isDone: boolean) {
  const [typed, setTyped] = useState('')
  const [typedFault, refuse] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    refuse(null)
  }
  useEffect(() => {
    if (isDone) setTyped('')
  }, [isDone])
  return { typed, typedFault, ...prefixed(typed), type, refuse }
}
