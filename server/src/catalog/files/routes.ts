import { unlessKnown } from '../../http/conditional.ts'
import { created, ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import { ById, NewFile, StoredFile } from './schema.ts'
import type { FilesService } from './service.ts'

export function filesRoutes(files: FilesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/files',
      apiKey: 'POS_CATALOG_WRITE',
      name: 'uploadFile',
      summary: 'Upload a picture: PNG, JPEG or WebP, 1 MB at most',
      description:
        'The type is detected from the content. Uploading the same picture again returns the existing file.',
      tag: 'catalog',
      access: 'rows',
      // All who may upload for the theme may do so for the catalog, too.
      domain: 'catalog',
      store: 'body',
      upload: { maxBytes: 1_000_000 },
      body: NewFile,
      responses: { 201: StoredFile },
      problems: [
        'forbidden',
        'merchant_suspended',
        'picture_unsupported',
        'picture_too_large',
        'storage_quota_exceeded',
      ],
      handle: async ({ grant, body }) => {
        const file = await files.upload(grant, body)
        return created(file, `/pos/files/${file.id}`)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/files/{id}',
      apiKey: 'POS_CATALOG_READ',
      name: 'getFile',
      summary: 'Retrieve a picture',
      description: 'Its content never changes. Returns 304 when `If-None-Match` names its `ETag`.',
      tag: 'catalog',
      access: 'rows',
      till: true,
      params: ById,
      responses: { 200: Type.String({ description: 'image/png, image/jpeg or image/webp' }), 304: null },
      handle: async ({ grant, params, headers }) => {
        const { content, contentType, hash } = await files.content(grant, params.id)
        const picture = () =>
          ok(content, {
            'content-type': contentType,
            'x-content-type-options': 'nosniff',
            'content-disposition': 'inline',
            // A browser executes nothing in it, even if it assumes another type.
            'content-security-policy': "default-src 'none'; sandbox",
          })
        return unlessKnown(headers, hash, picture, 'private, max-age=31536000, immutable')
      },
    }),
  ]
}
