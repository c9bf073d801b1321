import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download, type FileCall } from '../../api/download.ts'
import { useProblemWords } from '../../problems/problem-words.ts'

/** Saves the file of a request, and says why when there is none. */
export function useDownload() {
  const words = useProblemWords()
  return useMutation({
    mutationFn: (load: () => FileCall) => download(load()),
    onError: (error) => {
      const { title, hint } = words(error)
      notifications.show({ color: 'red', title, message: hint ?? '' })
    },
  })
}
