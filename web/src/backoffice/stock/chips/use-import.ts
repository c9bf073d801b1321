import type { ChipImportRun } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { copyOf } from '../../../api/chosen-file.ts'
import { answer, api } from '../../../api/client.ts'
import { documentOf, documentOfRun } from './faults.ts'
import { isRunning, runQuery } from './queries.ts'

/** The result of a check or an import, whether it ran at once or as durable work. */
export interface Outcome {
  readonly isDryRun: boolean
  readonly rowCount: number
  readonly sheetName: string
  readonly hiddenSheets: readonly string[]
  readonly carriers: readonly string[]
}

export interface Order {
  readonly storeId: string
  readonly productId: string
  readonly file: File
  readonly dryRun: boolean
}

/** Sends a file of chips to be checked or imported. @throws ChangedFile · ProblemError · NoAnswer */
export async function sendChips({ storeId, productId, file, dryRun }: Order) {
  const form = new FormData()
  form.append('storeId', storeId)
  form.append('productId', productId)
  form.append('dryRun', String(dryRun))
  // The file goes last, so that the server knows the fields before it reads the file.
  form.append('file', await copyOf(file))
  const body = { storeId, productId, dryRun, file: file.name }
  return answer(api.POST('/vas/chips/import', { body, bodySerializer: () => form }))
}

function outcomeOf(run: ChipImportRun | undefined): Outcome | null {
  if (run === undefined || (run.status !== 'CHECKED' && run.status !== 'IMPORTED')) return null
  const { isDryRun, rowsTotal, sheetName, hiddenSheets, carriers } = run
  return { isDryRun, rowCount: rowsTotal ?? 0, sheetName: sheetName ?? '', hiddenSheets, carriers }
}

/** Uploads a file, follows its durable work if it takes longer, and returns the outcome. */
export function useImport() {
  const queryClient = useQueryClient()
  const sending = useMutation({ mutationFn: sendChips })
  const { data } = sending
  const runId = data !== undefined && 'workflowId' in data ? data.workflowId : null
  const following = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null })
  const run = runId === null ? undefined : following.data
  const outcome = data !== undefined && !('workflowId' in data) ? data : outcomeOf(run)
  const isStocked = outcome !== null && !outcome.isDryRun
  useEffect(() => {
    if (isStocked) void queryClient.invalidateQueries({ queryKey: ['chips'] })
  }, [isStocked, queryClient])
  const status = run?.status
  useEffect(() => {
    if (status !== undefined) void queryClient.invalidateQueries({ queryKey: ['chips', 'runs'] })
  }, [status, queryClient])
  return {
    send: sending.mutate,
    reset: sending.reset,
    isSending: sending.isPending,
    isBusy: sending.isPending || (runId !== null && following.error === null && isRunning(run)),
    run: runId !== null && isRunning(run) ? run : undefined,
    outcome,
    /** The refusal's document. `null` next to an error means that no answer came. */
    refusal: documentOfRun(run) ?? documentOf(sending.error ?? following.error),
    error: sending.error ?? following.error,
  }
}
