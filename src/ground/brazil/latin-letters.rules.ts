/**
 * Letters of other alphabets as a Brazilian reads them. Small letters: capitals follow. What is decomposed first (ö, й)
 * needs no entry of its own.
 */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Latin letters with a stroke or a tail, which no decomposition takes off.
    'ł=l đ=d ħ=h ŧ=t ı=i ŋ=n ə=a ɓ=b ɗ=d ƙ=k',
    // Cyrillic: Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian.
    'а=a б=b в=v г=g ґ=g д=d е=e ж=zh з=z и=i і=i ј=j к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch',
    'ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya є=ye ђ=dj ћ=c љ=lj њ=nj џ=dz ѕ=dz',
    // Greek.
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=u φ=f χ=ch ψ=ps ω=o',
    // Armenian and Georgian.
    'ա=a բ=b գ=g դ=d ե=e զ=z է=e ը=y թ=t ժ=zh ի=i լ=l խ=kh ծ=ts կ=k հ=h ձ=dz ղ=gh ճ=ch մ=m յ=y ն=n շ=sh ո=o չ=ch',
    'պ=p ջ=j ռ=r ս=s վ=v տ=t ր=r ց=ts ւ=v փ=p ք=k օ=o ֆ=f',
    'ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q შ=sh ჩ=ch',
    'ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** The text in Latin letters; null where one of its characters has none. */
export function inLatinLetters(text: string): string | null {
  let latin = '';
  for (const character of text) {
    const written = latinOf(character);
    if (written === null) return null;
    latin += written;
  }
  return text === '' ? null : latin;
}

function latinOf(character: string): string | null {
  if (/^[\x20-\xff]$/.test(character)) return character;
  const small = character.toLowerCase();
  const written = LATIN[small];
  if (written === undefined) return null;
  return small === character ? written : written.charAt(0).toUpperCase() + written.slice(1);
}
