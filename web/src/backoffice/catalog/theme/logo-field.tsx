import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { IconPhotoUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { copyOf } from '../../../api/chosen-file.ts'
import { pictureTypes, uploadPicture } from '../../../api/picture-upload.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { FileButton } from '../../../ui/fields/file-choice.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { themeTexts } from './texts.ts'

interface Props {
  storeId: string
  fileId: string | null
  onChange: (fileId: string | null) => void
}

/** The merchant's logo. It is uploaded at once and published when the theme is saved. */
export function LogoField({ storeId, fileId, onChange }: Props) {
  const t = useWords(themeTexts)
  const words = useProblemWords()
  const bring = useMutation({
    mutationFn: async (file: File) => uploadPicture(storeId, 'THEME', await copyOf(file)),
    onSuccess: ({ id }) => onChange(id),
  })
  return (
    <div>
      <Text fw={600}>{t('logo')}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('logoHint')}
      </Text>
      <Group align="center">
        {fileId === null ? (
          <Text size="sm">{t('noLogo')}</Text>
        ) : (
          <Paper withBorder p="sm" bg="#fff">
            <img
              src={`/pos/files/${fileId}`}
              alt={t('logoAlt')}
              style={{ display: 'block', height: 44, maxWidth: 200, objectFit: 'contain' }}
            />
          </Paper>
        )}
        <FileButton accept={pictureTypes} onChange={(file) => file !== null && bring.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={bring.isPending}
              leftSection={<IconPhotoUp size={19} />}
            >
              {t('logoChoose')}
            </Button>
          )}
        </FileButton>
        {fileId !== null && (
          <Button variant="subtle" color="red" onClick={() => onChange(null)}>
            {t('logoRemove')}
          </Button>
        )}
      </Group>
      {bring.isError && (
        <Stack mt="xs">
          <Text c="red" role="alert">
            {isProblem(bring.error, 'body_too_large') ? t('logoTooLarge') : words(bring.error).title}
          </Text>
        </Stack>
      )}
    </div>
  )
}
