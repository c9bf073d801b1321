import { Input, UnstyledButton } from '@mantine/core'
import { walkGrid } from '../keys/arrow-keys.ts'
import { NamedPicture, pictureNames } from './named-picture.tsx'
import classes from './picture-field.module.css'

interface Props {
  label: string
  value?: string | null
  onChange: (picture: string | null) => void
  error?: React.ReactNode
}

/** Picks one of the named pictures; picking it again clears it. */
export function PictureField({ label, value, onChange, error }: Props) {
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <fieldset className={classes['grid']} aria-label={label} onKeyDown={walkGrid}>
        {pictureNames.map((name) => (
          <UnstyledButton
            key={name}
            className={classes['choice']}
            aria-label={name}
            aria-pressed={name === value}
            onClick={() => onChange(name === value ? null : name)}
          >
            <NamedPicture picture={name} name={name} size={44} />
          </UnstyledButton>
        ))}
      </fieldset>
    </Input.Wrapper>
  )
}
