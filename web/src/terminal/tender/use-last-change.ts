import { useEffect, useState } from 'react'

/**
 * The change of the sale before, in centavos, until the next one begins: who starts the next sale while still counting
 * coins can read it there. 0: none is due.
 *
 * @param due the change of the sale that has just ended; `null`: none has
 */
export function useLastChange(due: number | null, isNextBegun: boolean): number {
  const [kept, setKept] = useState(0)
  useEffect(() => {
    if (due !== null) setKept(due)
    else if (isNextBegun) setKept(0)
  }, [due, isNextBegun])
  return isNextBegun ? 0 : kept
}
