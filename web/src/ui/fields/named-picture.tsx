import {
  IconApple,
  IconBasket,
  IconBattery,
  IconBook,
  IconBottle,
  IconBread,
  IconBulb,
  IconCandy,
  IconCarrot,
  IconCheese,
  IconCoffee,
  IconCookie,
  IconDeviceSim,
  IconDroplet,
  IconEgg,
  IconFish,
  IconGlass,
  IconIceCream,
  IconMeat,
  IconMilk,
  IconNotebook,
  IconPackage,
  IconPaperclip,
  IconPencil,
  IconPill,
  IconRuler,
  IconScissors,
  IconSoup,
  IconSpray,
  IconToiletPaper,
  IconWash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import classes from './named-picture.module.css'

/** The named pictures, in the order of the picker. */
const pictures: Record<string, TablerIcon> = {
  package: IconPackage,
  basket: IconBasket,
  bottle: IconBottle,
  droplet: IconDroplet,
  glass: IconGlass,
  coffee: IconCoffee,
  milk: IconMilk,
  cheese: IconCheese,
  egg: IconEgg,
  bread: IconBread,
  cookie: IconCookie,
  candy: IconCandy,
  icecream: IconIceCream,
  apple: IconApple,
  carrot: IconCarrot,
  meat: IconMeat,
  fish: IconFish,
  soup: IconSoup,
  wash: IconWash,
  spray: IconSpray,
  paper: IconToiletPaper,
  pill: IconPill,
  battery: IconBattery,
  bulb: IconBulb,
  pencil: IconPencil,
  notebook: IconNotebook,
  book: IconBook,
  ruler: IconRuler,
  clip: IconPaperclip,
  scissors: IconScissors,
  sim: IconDeviceSim,
}

export const pictureNames = Object.keys(pictures)

interface Props {
  /** One of `pictureNames`, the id of a photo, or nothing. */
  picture: string | null
  name: string
  /** The background, #rrggbb; the picture is drawn in a dark shade of it. */
  color?: string | null | undefined
  size: number
}

/** Whether a picture is a photo, which is loaded, and not one that is drawn. */
export const isPhoto = (picture: string | null): picture is string =>
  picture !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(picture)

/**
 * An item's picture: its photo, a drawing, or its first letter, which also stands for a photo that cannot be loaded, as
 * without a network. Decorative, because the name is next to it.
 */
export function NamedPicture({ picture, name, color, size }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  if (isPhoto(picture) && picture !== missing) {
    return (
      <img
        src={`/pos/files/${picture}`}
        alt=""
        loading="lazy"
        decoding="async"
        className={classes['image']}
        style={{ height: size }}
        onError={() => setMissing(picture)}
      />
    )
  }
  const Icon = pictures[picture ?? '']
  return (
    <span
      className={classes['ground']}
      style={{ height: size, '--ground': color ?? 'var(--brand)' } as React.CSSProperties}
      aria-hidden="true"
    >
      {Icon === undefined ? name.slice(0, 1).toUpperCase() : <Icon size={size * 0.54} stroke={1.5} />}
    </span>
  )
}
