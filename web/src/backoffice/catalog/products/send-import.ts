import { copyOf } from '../../../api/chosen-file.ts'
import { answer, api } from '../../../api/client.ts'

export const importModes = ['CREATE', 'UPSERT'] as const

export interface ImportOrder {
  readonly file: File
  readonly mode: (typeof importModes)[number]
  readonly dryRun: boolean
}

/** Sends a file of products to be checked or imported. @throws ChangedFile · ProblemError · NoAnswer */
export async function sendImport(storeId: string, { file, mode, dryRun }: ImportOrder) {
  const form = new FormData()
  // Fields come before the file, so that the server can refuse on permission before it reads the file.
  for (const [name, value] of Object.entries({ storeId, mode, dryRun: String(dryRun) })) form.set(name, value)
  form.set('file', await copyOf(file))
  return answer(
    api.POST('/pos/products/import', {
      body: { storeId, mode, dryRun, file: file.name },
      bodySerializer: () => form,
    }),
  )
}
