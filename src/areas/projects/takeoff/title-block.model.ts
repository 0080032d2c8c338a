/** A piece of a sheet's text as it stands on the page that is looked at: x to the right, y downwards, from 0 to 1. */
export type Piece = { text: string; x: number; y: number; size: number };
/** What a title block says; empty where it could not be found. */
export type Title = { number: string; title: string };

// "C-101", "S2.01", "A-3", "SHEET 4", "C101": a discipline of one to three letters, then figures.
const numberForm = /^[A-Z]{1,3}[-.]?\d{1,4}(\.\d{1,3})?[A-Z]?$/;
const sheetForm = /^sheet(?: no\.?)? ?:? ?([A-Z0-9][A-Z0-9.-]{0,9})(?: of \d+)?$/i;
// What title blocks print beside their fields.
const labels =
  /^(sheet|sheet no\.?|sheet number|sheet title|title|drawn( by)?|checked( by)?|designed( by)?|date|scale|project|project no\.?|revision|rev\.?|no\.?|approved( by)?)[: ]*$/i;

/** Where title blocks stand: along the right edge, and along the foot. */
const inBlock = ({ x, y }: Piece): boolean => x > 0.72 || y > 0.86;

/** How near a piece is to the lower right corner, where the number stands. */
const fromCorner = ({ x, y }: Piece): number => (1 - x) * (1 - x) + (1 - y) * (1 - y);

const numberIn = (text: string): string | null => {
  const plain = text.trim();
  if (numberForm.test(plain.toUpperCase()) && /[A-Z]/i.test(plain)) return plain.toUpperCase();
  return sheetForm.exec(plain)?.[1]?.toUpperCase() ?? null;
};

/**
 * The number and title that the text of a sheet proposes: the number that stands largest and nearest to
 * the lower right corner, and the largest words of the title block that are no label of a field. Both
 * are a proposal, which somebody reads over.
 */
export const proposedTitle = (pieces: readonly Piece[]): Title => {
  const block = pieces.filter(inBlock);
  const numbers = block
    .flatMap((piece) => {
      const number = numberIn(piece.text);
      return number === null ? [] : [{ number, piece }];
    })
    .toSorted((a, b) => b.piece.size - a.piece.size || fromCorner(a.piece) - fromCorner(b.piece));
  const words = block
    .filter(({ text }) => {
      const plain = text.trim();
      return (
        plain.length >= 4 &&
        /[a-z]{3}/i.test(plain) &&
        !labels.test(plain) &&
        numberIn(plain) === null
      );
    })
    .toSorted((a, b) => b.size - a.size || fromCorner(a) - fromCorner(b));
  const largest = words[0];
  // A title over two lines: what is written as large, close above each other.
  const lines = largest
    ? words
        .filter(
          ({ size, x, y }) =>
            Math.abs(size - largest.size) < 0.01 * largest.size + 1e-9 &&
            Math.abs(x - largest.x) < 0.1 &&
            Math.abs(y - largest.y) < 0.06,
        )
        .toSorted((a, b) => a.y - b.y)
        .map(({ text }) => text.trim())
    : [];
  return { number: numbers[0]?.number ?? "", title: lines.join(" ").slice(0, 120) };
};
