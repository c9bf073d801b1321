import { type Static, Type } from 'typebox'
import { closed, Id, Instant, nullable, oneOf, UploadedFile } from '../../http/shapes.ts'

export const ById = Type.Object({ id: Id }, closed)

export const NewFile = Type.Object(
  {
    storeId: Id,
    purpose: oneOf(['THEME', 'CATALOG'], 'THEME: of the whole merchant; CATALOG: of the store'),
    file: UploadedFile,
  },
  closed,
)
export type NewFile = Static<typeof NewFile>

export const StoredFile = Type.Object(
  {
    id: Id,
    storeId: nullable(Id),
    purpose: oneOf(['THEME', 'CATALOG']),
    contentType: oneOf(['image/png', 'image/jpeg', 'image/webp']),
    width: Type.Integer(),
    height: Type.Integer(),
    createdAt: Instant,
  },
  closed,
)
export type StoredFile = Static<typeof StoredFile>
