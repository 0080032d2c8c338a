/** How a pack reads in a cell: "pallet of 56". */
export const packText = ({ name, quantity }: { name: string; quantity: string }): string =>
  `${name} of ${quantity}`;

const said = /^(.+?)\s+of\s+(\d{1,12}(?:\.\d{1,4})?)$/i;

/**
 * The packs that a cell names, parted by semicolons: "case of 12; pallet of 60". Null where a part is none.
 */
export const packsOf = (text: string): { name: string; quantity: string }[] | null => {
  const parts = text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => said.exec(part));
  if (parts.some((part) => part === null)) return null;
  return parts.map((part) => ({ name: part![1]!.trim(), quantity: part![2]! }));
};
