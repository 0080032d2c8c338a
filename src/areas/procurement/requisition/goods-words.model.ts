// Words for the same goods: what one clerk calls pipe another calls culvert.

const groups: readonly (readonly string[])[] = [
  ["pipe", "culvert", "conduit", "tube"],
  ["gravel", "stone", "aggregate", "rock", "riprap"],
  ["sign", "signage"],
  ["computer", "laptop", "notebook", "desktop"],
  ["fuel", "diesel", "gasoline"],
  ["asphalt", "blacktop", "bitumen"],
  ["geotextile", "fabric"],
  ["truck", "vehicle", "pickup"],
  ["paint", "coating", "striping"],
  ["salt", "deicer"],
  ["rental", "rent", "hire", "lease"],
  ["uniform", "clothing", "apparel"],
  ["cement", "concrete"],
  ["guardrail", "barrier"],
];

/** The words of a description that say what it is: none of fewer than three letters, no numbers. */
export const goodsWords = (description: string): string[] => [
  ...new Set(description.toLowerCase().match(/\p{L}{3,}/gu) ?? []),
];

/** The same with other words for them. */
export const withSame = (words: readonly string[]): string[] => {
  const same = (word: string) =>
    groups.find((group) => group.some((w) => w === word || `${w}s` === word)) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...same(word)]))];
};
