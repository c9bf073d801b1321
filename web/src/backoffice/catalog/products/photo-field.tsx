import { Button, Group, Input, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { copyOf } from '../../../api/chosen-file.ts'
import { pictureTypes, uploadPicture } from '../../../api/picture-upload.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { FileButton } from '../../../ui/fields/file-choice.tsx'
import { isPhoto } from '../../../ui/fields/named-picture.tsx'
import { PictureField } from '../../../ui/fields/picture-field.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { smallPhoto } from './small-photo.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  value?: string | null
  onChange: (picture: string | null) => void
  error?: ReactNode
}

/**
 * A product's photo, or one of the drawings. A photo is uploaded at once and belongs to the product when it is saved; the
 * server deletes one that was never saved.
 */
export function PhotoField({ storeId, value = null, onChange, error }: Props) {
  const t = useWords(productTexts)
  const words = useProblemWords()
  const bring = useMutation({
    mutationFn: async (file: File) => {
      const small = await smallPhoto(await copyOf(file))
      return small === null ? null : uploadPicture(storeId, 'CATALOG', small)
    },
    onSuccess: (photo) => {
      if (photo !== null) onChange(photo.id)
    },
  })
  const fault = bring.isError ? words(bring.error).title : bring.data === null ? t('photoUnreadable') : error
  return (
    <>
      <Input.Wrapper label={t('photo')} description={t('photoHint')} labelElement="div" error={fault}>
        <Group mt="xs">
          {isPhoto(value) && (
            <img
              src={`/pos/files/${value}`}
              alt={t('photo')}
              style={{ width: 96, height: 96, objectFit: 'cover', borderRadius: 12 }}
            />
          )}
          <FileButton accept={pictureTypes} onChange={(file) => file !== null && bring.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={bring.isPending}
                leftSection={<IconPhotoUp size={19} />}
              >
                {t('photoChoose')}
              </Button>
            )}
          </FileButton>
          {isPhoto(value) && (
            <Button variant="subtle" color="red" onClick={() => onChange(null)}>
              {t('photoRemove')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      {isPhoto(value) ? (
        <Text size="sm" c="dimmed">
          {t('photoInstead')}
        </Text>
      ) : (
        <PictureField label={t('picture')} value={value} onChange={onChange} />
      )}
    </>
  )
}
