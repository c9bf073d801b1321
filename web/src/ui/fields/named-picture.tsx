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
  /** One of `pictureNames`, the URL of an image, or nothing. */
  picture: string | null
  name: string
  /** The background, #rrggbb; the picture is drawn in a dark shade of it. */
  color?: string | null | undefined
  size: number
}

/** An item's picture: drawn, loaded, or its first letter. Decorative, because the name is next to it. */
export function NamedPicture({ picture, name, color, size }: Props) {
  if (picture !== null && /^(\/(?!\/)|data:image\/)/.test(picture)) {
    return <img src={picture} alt="" className={classes['image']} style={{ height: size }} />
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
