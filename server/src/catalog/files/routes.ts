import { Type } from 'typebox'
import { created, ok, type Route, route } from '../../http/route.ts'
import { ById, NewFile, StoredFile } from './schema.ts'
import type { FilesService } from './service.ts'

export function filesRoutes(files: FilesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/files',
      name: 'uploadFile',
      summary: 'Bring a picture: PNG, JPEG or WebP of at most 1 MB',
      description:
        'What it is, its own bytes say. The same picture again answers the file that it is already.',
      tag: 'catalog',
      access: 'rows',
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
      name: 'getFile',
      summary: 'A picture',
      description: 'It never changes. Answers 304 when `If-None-Match` names its `ETag`.',
      tag: 'catalog',
      access: 'rows',
      till: true,
      params: ById,
      responses: { 200: Type.String({ description: 'image/png, image/jpeg or image/webp' }), 304: null },
      handle: async ({ grant, params, headers }) => {
        const { content, contentType, hash } = await files.content(grant, params.id)
        const caching = { etag: `"${hash}"`, 'cache-control': 'private, max-age=31536000, immutable' }
        if (headers['if-none-match']?.includes(`"${hash}"`)) return { status: 304, headers: caching }
        return ok(content, {
          ...caching,
          'content-type': contentType,
          'x-content-type-options': 'nosniff',
          'content-disposition': 'inline',
          // Whatever a browser takes it for, nothing in it runs.
          'content-security-policy': "default-src 'none'; sandbox",
        })
      },
    }),
  ]
}
