import type { StoredFile } from '@mostrador/client'
import { answer, api } from './client.ts'

/** Types that the server accepts, for choosing a file. */
export const pictureTypes = 'image/png,image/jpeg,image/webp'

/** Uploads a picture of the merchant's look or of a store's catalog. The same one is stored once. */
export function uploadPicture(
  storeId: string,
  purpose: StoredFile['purpose'],
  file: Blob,
): Promise<StoredFile> {
  const form = new FormData()
  form.set('storeId', storeId)
  form.set('purpose', purpose)
  form.set('file', file)
  return answer(api.POST('/pos/files', { body: { storeId, purpose, file: '' }, bodySerializer: () => form }))
}
