import { closed, enumeration, Id, Instant, named, nullable, UploadedFile } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)

export const NewFile = named(
  'NewFile',
  Type.Object(
    {
      storeId: Id,
      purpose: enumeration(
        'FilePurpose',
        ['THEME', 'CATALOG'],
        'THEME: belongs to the merchant; CATALOG: belongs to the store',
      ),
      file: UploadedFile,
    },
    closed,
  ),
)
export type NewFile = Static<typeof NewFile>

export const StoredFile = named(
  'StoredFile',
  Type.Object(
    {
      id: Id,
      storeId: nullable(Id),
      purpose: enumeration('FilePurpose', ['THEME', 'CATALOG']),
      contentType: enumeration('ImageType', ['image/png', 'image/jpeg', 'image/webp']),
      width: Type.Integer(),
      height: Type.Integer(),
      createdAt: Instant,
    },
    closed,
  ),
)
export type StoredFile = Static<typeof StoredFile>
