/**
 * Common passwords and their parts in English and Mexican Spanish, in lower case and without accents.
 * password-rules.ts looks for them alone, repeated and with digits around them.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123123 12345 123456 1234567 12345678 123456789 1234567890 111111 000000 654321 666666 121212 112233
  159753 147258369 987654321 abc123 abcd1234 a1b2c3 qwerty qwerty123 qwertyuiop qwertyui asdfgh asdfghjkl
  zxcvbn zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc q1w2e3r4 zaq12wsx password passw0rd passwd
  pass password1 letmein letmeinnow welcome welcomeback iloveyou iloveu loveyou lovely love monkey dragon
  master shadow sunshine princess football baseball basketball soccer hockey superman batman spiderman
  pokemon starwars trustno1 whatever freedom hello hellohello charlie jordan michael michelle jessica
  ashley daniel andrew anthony joshua matthew robert thomas william jennifer amanda nicole hannah
  samantha george killer secret secreto access admin administrator administrador root toor guest user
  usuario default changeme changeit temporal temp test tester testing prueba demo sample system sistema
  server servidor computer computadora internet google facebook instagram whatsapp youtube microsoft
  windows apple iphone samsung android gmail hotmail outlook yahoo contrasena contrasenia contrasenas
  micontrasena lacontrasena clave claves miclave clavesegura laclave acceso accesos entrar ingreso
  bienvenido bienvenida bienvenidos tequiero teamo teamomucho teamoamor teamobebe teextrano amor amorcito
  amoreterno miamor miamorcito mivida micielo corazon micorazon bebe bebita bebito princesa principe
  hermosa hermoso bonita bonito preciosa precioso preciosos estrella estrellita mariposa mariposas
  chocolate chocolates caramelo dulce dulces angel angelito angelita angeles diablo dios diosesamor
  diosmio jesus jesusteamo jesucristo cristo virgen guadalupe virgendeguadalupe sanjudas bendicion
  familia mifamilia mama mamita papa papito hijos hijo hija hermano hermana mexico mexicano mexicana
  vivamexico guadalajara monterrey puebla tijuana chihuahua veracruz oaxaca cancun acapulco
  ciudaddemexico chilango america clubamerica aguilas chivas chivasrayadas pumas tigres rayados cruzazul
  santos toluca pachuca leon atlas futbol realmadrid barcelona barca messi ronaldo cristiano neymar
  maradona alejandro alejandra alberto alfredo andrea andres angelica antonio arturo beatriz carlos
  carmen carolina cesar claudia cristina daniela david diana diego eduardo elena elizabeth enrique erika
  esteban fernanda fernando francisco gabriel gabriela gerardo guillermo gustavo hector hugo ignacio
  isabel ivan jaime javier jorge jose josefina juan juana juancarlos julia julian julio karina karla
  laura leonardo leticia lorena lucia luis luisa luz manuel marco marcos margarita maria mariana mario
  marisol martha martin mauricio mayra miguel miguelangel miriam monica nancy natalia norma oscar pablo
  patricia pedro rafael ramon raul ricardo roberto rocio rodrigo rosa rosario ruben salvador sandra
  santiago sara sergio silvia sofia susana teresa valentina valeria vanessa veronica victor victoria
  viridiana yolanda ximena cocacola pepsi corona tecate tacos pizza gatito perrito tigre leones caballo
  conejo pajaro elefante dragonball naruto goku vegeta pikachu enero febrero marzo abril mayo junio
  agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  primavera verano otono invierno january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
  tienda mitienda latienda abarrotes miscelanea abarrotera farmacia papeleria ferreteria negocio
  minegocio comercio empresa trabajo oficina caja cajero cajera ventas venta dinero millonario telcel
  movistar unefon recarga recargas saldo mostrador mimostrador puntodeventa correcthorsebatterystaple
  thisisapassword thisismypassword mypassword mypasswordis ihatepasswords opensesame abretesesamo abcdefg
  abcdefgh abcdefghi abcdef fuckyou pussy asshole putamadre chingatumadre pendejo pendeja cabron puto
  puta verga mierda
`
    .trim()
    .split(/\s+/),
)
